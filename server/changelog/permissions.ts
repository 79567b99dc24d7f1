import { isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** What somebody may do with the changelog: everybody in the team writes and publishes. */
export const changelogCan = (actor: Actor) => ({
  see: isTeam(actor),
  write: isTeam(actor),
  publish: isTeam(actor),
  delete: isTeam(actor),
})
