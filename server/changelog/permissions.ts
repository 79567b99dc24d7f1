import { isAdministrator, isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Permissions on the changelog: every team member can write, publish and delete. Only owners and admins may export. */
export const changelogCan = (actor: Actor) => ({
  write: isTeam(actor),
  publish: isTeam(actor),
  delete: isTeam(actor),
  export: isAdministrator(actor),
})
