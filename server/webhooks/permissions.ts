import { isAdministrator } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Permissions on webhooks. Only for owners and admins, because a webhook sends the workspace's data to another system. */
export const webhooksCan = (actor: Actor) => ({
  see: isAdministrator(actor),
  manage: isAdministrator(actor),
})
