import { isAdministrator } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** What somebody may do with API keys: owners and admins alone see that there are any. */
export const apiKeysCan = (actor: Actor) => ({
  see: isAdministrator(actor),
  create: isAdministrator(actor),
  rotate: isAdministrator(actor),
  revoke: isAdministrator(actor),
})
