import { isAdministrator, isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Returns what an actor may do with tags. Everyone in the team can use existing tags. */
export const tagsCan = (actor: Actor) => ({ use: isTeam(actor), manage: isAdministrator(actor) })
