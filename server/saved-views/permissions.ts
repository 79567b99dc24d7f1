import { isAdministrator, isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Returns what an actor may do with saved views. Creators can change their own, shared or not. */
export const savedViewsCan = (actor: Actor) => {
  const isMember = actor.type === 'member' && isTeam(actor)
  return { use: isMember, changeShared: isMember && isAdministrator(actor) }
}
