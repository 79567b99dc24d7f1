import { isAdministrator } from '../members/roles.ts'
import type { Actor } from '../platform/scope.ts'

/** What somebody may do with tags; everybody in the team puts them on entries. */
export const tagsCan = (actor: Actor) => ({ see: true, manage: isAdministrator(actor) })
