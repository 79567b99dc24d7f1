import { isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

export const commentsCan = (actor: Actor) => ({ reply: isTeam(actor), delete: isTeam(actor) })
