import { isAdministrator } from '../../platform/authorization.ts'
import type { Actor } from '../../platform/scope.ts'

/** Returns what an actor may do with portal settings. Like workspace settings, they are only for owners and admins. */
export const portalCan = (actor: Actor) => ({
  update: isAdministrator(actor),
  /** List, create, reveal, rotate and revoke SSO secrets. */
  manageSecrets: isAdministrator(actor),
  signEveryoneOut: isAdministrator(actor),
  renewWidgetToken: isAdministrator(actor),
})
