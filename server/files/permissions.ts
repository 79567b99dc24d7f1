import { isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Returns an actor's permissions on files. Customers who are signed in upload to what they write. */
export const filesCan = (actor: Actor) => ({
  upload: isTeam(actor) || (actor.type === 'customer' && actor.id !== null),
})
