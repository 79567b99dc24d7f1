import { problem } from './problems.ts'
import type { Actor } from './scope.ts'

export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]

// Allow-list: a new actor type has no permissions by default. A key and an app are limited by their API scopes as well.
// An app may do what the member who authorized it may do now.
const hasRole = ({ type, role }: Actor, allowed: readonly Role[]): boolean =>
  type === 'key' ||
  type === 'system' ||
  ((type === 'member' || type === 'app') && role !== undefined && allowed.includes(role))

/** Returns whether the actor belongs to the team: its members, keys and apps, and the operator, but no customers. */
export const isTeam = (actor: Actor): boolean => hasRole(actor, roles)

/** Returns whether the actor is an owner or admin, an app of one, an API key or the operator. */
export const isAdministrator = (actor: Actor): boolean => hasRole(actor, ['owner', 'admin'])

/** Returns whether the actor is an owner, an app of one, an API key or the operator. */
export const isOwner = (actor: Actor): boolean => hasRole(actor, ['owner'])

/**
 * Rejects an action that the actor's role does not allow.
 * @throws 403
 */
export function permit(isAllowed: boolean): void {
  if (isAllowed) return
  throw problem('forbidden', 'Your role in this workspace does not allow this. Ask an owner or an admin.')
}
