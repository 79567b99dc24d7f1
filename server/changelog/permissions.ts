import type { Actor } from '../platform/scope.ts'

/** What somebody may do with the changelog: everybody in the team writes and publishes. */
export const changelogCan = (_actor: Actor) => ({ see: true, write: true, publish: true, delete: true })
