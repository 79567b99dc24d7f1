import { isAdministrator, isOwner, type Role } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** What an actor may do with the team. Owners are made, changed and removed by owners alone. */
export const membersCan = (actor: Actor) => ({
  see: isAdministrator(actor),
  invite: isAdministrator(actor),
  /** The roles that they may give, and take away. */
  give: (role: Role): boolean => (role === 'owner' ? isOwner(actor) : isAdministrator(actor)),
})
