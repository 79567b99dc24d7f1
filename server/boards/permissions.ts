import { isAdministrator, isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** What somebody may do with boards; which boards there are, everybody in the team sees. */
export const boardsCan = (actor: Actor) => ({ see: isTeam(actor), manage: isAdministrator(actor) })
