import { isAdministrator } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Permissions on archives, which hold everything about all customers. Only owners and admins may have them. */
export const archivesCan = (actor: Actor) => ({
  see: isAdministrator(actor),
  export: isAdministrator(actor),
})
