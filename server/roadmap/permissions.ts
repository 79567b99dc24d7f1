import type { Actor } from '../platform/scope.ts'

/** What somebody may do with the roadmap: everybody in the team plans. */
export const roadmapCan = (_actor: Actor) => ({ see: true, plan: true, delete: true })
