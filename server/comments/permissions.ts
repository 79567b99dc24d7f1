import { isTeam } from '../members/roles.ts'
import type { Actor } from '../platform/scope.ts'

export const commentsCan = (actor: Actor) => ({ reply: isTeam(actor), delete: isTeam(actor) })
