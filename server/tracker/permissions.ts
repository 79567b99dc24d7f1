import { isAdministrator } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** What somebody may do with the connection to the tracker; that there is one, everybody in the team sees. */
export const trackerCan = (actor: Actor) => ({
  seeSettings: isAdministrator(actor),
  connect: isAdministrator(actor),
  configure: isAdministrator(actor),
  disconnect: isAdministrator(actor),
})
