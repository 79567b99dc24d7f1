import { isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Returns an actor's permissions on comments, beyond a customer's. */
export const commentsCan = (actor: Actor) => ({
  reply: isTeam(actor),
  delete: isTeam(actor),
  review: isTeam(actor),
})
