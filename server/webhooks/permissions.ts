import { isAdministrator } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Permissions on webhooks: owners and admins, because a webhook sends everything that it subscribes to elsewhere. */
export const webhooksCan = (actor: Actor) => ({
  see: isAdministrator(actor),
  manage: isAdministrator(actor),
})
