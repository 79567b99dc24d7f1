import { isAdministrator, isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/**
 * What somebody may do with customers. Those who triage requests see who asked, set right what is wrong and heed who
 * wants no mail; taking all of them out, and removing one, is for owners and admins.
 */
export const customersCan = (actor: Actor) => ({
  edit: isTeam(actor),
  export: isAdministrator(actor),
  delete: isAdministrator(actor),
})
