import { isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Permissions on an actor's own inbox, which only people have. */
export const inboxCan = (actor: Actor) => ({
  use: actor.type === 'member' && isTeam(actor),
})
