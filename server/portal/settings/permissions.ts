import { isAdministrator } from '../../platform/authorization.ts'
import type { Actor } from '../../platform/scope.ts'

/** What somebody may do with the settings of the portal: owners and admins, as with those of the workspace. */
export const portalCan = (actor: Actor) => ({
  update: isAdministrator(actor),
  /** See, make, rotate and end the secrets that the workspace's product signs with. */
  keepSecrets: isAdministrator(actor),
  renewWidgetToken: isAdministrator(actor),
})
