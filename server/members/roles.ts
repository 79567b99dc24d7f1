import { problem } from '../platform/problems.ts'
import type { Actor } from '../platform/scope.ts'

export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]

// Who may is listed, so that whoever is new here may nothing. What a key may do is said by its scopes besides.
const hasRole = ({ type, role }: Actor, allowed: readonly Role[]): boolean =>
  type === 'key' || type === 'system' || (type === 'member' && role !== undefined && allowed.includes(role))

/** Who works in a workspace: its members, its keys, and the operator. Customers do not. */
export const isTeam = (actor: Actor): boolean => hasRole(actor, roles)

/** Owners and admins, besides keys and the operator. */
export const isAdministrator = (actor: Actor): boolean => hasRole(actor, ['owner', 'admin'])

export const isOwner = (actor: Actor): boolean => hasRole(actor, ['owner'])

/** @throws 403 */
export function permit(isAllowed: boolean): void {
  if (isAllowed) return
  throw problem('forbidden', 'Your role in this workspace does not allow this. Ask an owner or an admin.')
}
