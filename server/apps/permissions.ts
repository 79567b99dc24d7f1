import { isAdministrator, isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Permissions on apps. Every member can authorize apps for themselves, and disconnect what they authorized. */
export const appsCan = (actor: Actor) => ({
  authorize: actor.type === 'member' && isTeam(actor),
  seeAll: isAdministrator(actor),
  revokeAll: isAdministrator(actor),
  register: isAdministrator(actor),
})
