import { isAdministrator } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** What somebody may do with the workspace itself. Owners and admins alone see its settings. */
export const workspaceCan = (actor: Actor) => ({
  seeSettings: isAdministrator(actor),
  update: isAdministrator(actor),
  tryMail: isAdministrator(actor),
  resumeMail: isAdministrator(actor),
})
