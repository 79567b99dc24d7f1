import type { Actor } from '../platform/scope.ts'

/** The overview is for everybody in the team. */
export const overviewCan = (_actor: Actor) => ({ see: true })
