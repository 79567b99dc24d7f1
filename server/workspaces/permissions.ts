import { isAdministrator } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Permissions on the workspace itself. Only owners and admins can see its settings. */
export const workspaceCan = (actor: Actor) => ({
  seeSettings: isAdministrator(actor),
  /** The operator, or the first account of an instance with its setup link. */
  create: actor.type === 'system',
  update: isAdministrator(actor),
  sendTestMail: isAdministrator(actor),
  resumeMail: isAdministrator(actor),
})
