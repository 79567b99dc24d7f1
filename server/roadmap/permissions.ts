import { isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Returns what an actor may do with the roadmap. Everyone in the team can plan. */
export const roadmapCan = (actor: Actor) => ({ plan: isTeam(actor), delete: isTeam(actor) })
