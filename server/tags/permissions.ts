import { isAdministrator, isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Returns what an actor may do with tags. Everyone in the team can add existing tags to entries. */
export const tagsCan = (actor: Actor) => ({ see: isTeam(actor), manage: isAdministrator(actor) })
