import { isAdministrator } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Returns an actor's permissions on data retention: owners and admins decide, and only housekeeping deletes. */
export const retentionCan = (actor: Actor) => ({
  update: isAdministrator(actor),
  apply: actor.type === 'system',
})
