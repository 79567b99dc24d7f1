import { isAdministrator } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Returns what an actor may do with boards. Everyone in the team sees which boards exist. */
export const boardsCan = (actor: Actor) => ({ manage: isAdministrator(actor) })
