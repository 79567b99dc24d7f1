import { isAdministrator, isOwner, isTeam, type Role } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Permissions on the members of a workspace. Only owners can add, change and remove owners. */
export const membersCan = (actor: Actor) => ({
  see: isAdministrator(actor),
  invite: isAdministrator(actor),
  remove: isAdministrator(actor),
  leave: actor.type === 'member' && isTeam(actor),
  /** Whether the actor can assign this role, and take it away. */
  assign: (role: Role): boolean => (role === 'owner' ? isOwner(actor) : isAdministrator(actor)),
})
