import { isAdministrator } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** What an actor may do with the tracker connection. Every team member can see that there is one. */
export const trackerCan = (actor: Actor) => ({
  seeSettings: isAdministrator(actor),
  connect: isAdministrator(actor),
  configure: isAdministrator(actor),
  disconnect: isAdministrator(actor),
})
