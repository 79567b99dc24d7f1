import { problem } from '../platform/problems.ts'
import type { Actor } from '../platform/scope.ts'

export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]

/** Owners and admins, besides the operator; what a key may do is said by its scopes. */
export const isAdministrator = ({ type, role }: Actor): boolean => type !== 'member' || role !== 'member'

export const isOwner = ({ type, role }: Actor): boolean => type !== 'member' || role === 'owner'

/** @throws 403 */
export function permit(isAllowed: boolean): void {
  if (isAllowed) return
  throw problem('forbidden', 'Your role in this workspace does not allow this. Ask an owner or an admin.')
}
