import { isAdministrator } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Permissions on API keys. Only owners and admins can see that there are any. */
export const apiKeysCan = (actor: Actor) => ({
  see: isAdministrator(actor),
  create: isAdministrator(actor),
  rotate: isAdministrator(actor),
  revoke: isAdministrator(actor),
})
