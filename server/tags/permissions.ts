import { isAdministrator, isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** What somebody may do with tags; everybody in the team puts them on entries. */
export const tagsCan = (actor: Actor) => ({ see: isTeam(actor), manage: isAdministrator(actor) })
