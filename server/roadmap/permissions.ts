import { isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** What somebody may do with the roadmap: everybody in the team plans. */
export const roadmapCan = (actor: Actor) => ({ see: isTeam(actor), plan: isTeam(actor), delete: isTeam(actor) })
