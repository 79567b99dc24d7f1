import { isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Returns an actor's permissions on reports. Their decisions can be undone. */
export const reportsCan = (actor: Actor) => ({ decide: isTeam(actor) })
