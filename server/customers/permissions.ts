import { isAdministrator, isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/**
 * Returns what an actor may do with customers. Every team member sees and edits them, because triage needs to know who
 * asked. Only owners and admins may export all customers, or delete one or what they wrote.
 */
export const customersCan = (actor: Actor) => ({
  edit: isTeam(actor),
  export: isAdministrator(actor),
  delete: isAdministrator(actor),
  // A block can be undone.
  block: isTeam(actor),
})
