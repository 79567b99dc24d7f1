import { isAdministrator } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Permissions on archives, which contain the data of all customers: only owners and admins may use them. */
export const archivesCan = (actor: Actor) => ({
  see: isAdministrator(actor),
  export: isAdministrator(actor),
})
