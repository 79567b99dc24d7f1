import { isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Returns what an actor may do with comments beyond what customers may. */
export const commentsCan = (actor: Actor) => ({ reply: isTeam(actor), delete: isTeam(actor) })
