import { isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Permissions on the weekly digest. Members choose for themselves only. */
export const digestCan = (actor: Actor) => ({
  choose: actor.type === 'member' && isTeam(actor),
})
