import { isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Returns an actor's permissions on edits that wait for review. */
export const editsCan = (actor: Actor) => ({ review: isTeam(actor) })
