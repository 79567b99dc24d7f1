import { revokeAccountSessions } from '../accounts/store.ts'
import { adaptAuthorizationsToRole, endAuthorizationsOfMember } from '../apps/end.ts'
import { audit } from '../audit/record.ts'
import { permit, type Role, roles } from '../platform/authorization.ts'
import { isUuid } from '../platform/ids.ts'
import { invalidState, notFound } from '../platform/problems.ts'
import { OneOf, Strict } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { membersCan } from './permissions.ts'

export const RoleChange = Strict({ role: OneOf([...roles]) })

interface Member {
  id: string
  email: string
  role: Role
  account_id: string | null
}

/**
 * Locks a member together with all owners, in id order: of two owners who leave at the same time, the second sees that
 * the first has left.
 */
async function lockMember({ db, workspaceId }: WriteScope, id: string) {
  if (!isUuid(id)) throw notFound()
  const locked: Member[] = await db
    .selectFrom('members')
    .select(['id', 'email', 'role', 'account_id'])
    .where('workspace_id', '=', workspaceId)
    .where('awaits_invitation', '=', false)
    .where(({ eb, or }) => or([eb('role', '=', 'owner'), eb('id', '=', id)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const member = locked.find((each) => each.id === id)
  if (!member) throw notFound()
  return {
    member,
    isLastOwner: member.role === 'owner' && !locked.some((other) => other.role === 'owner' && other.id !== id),
  }
}

const lastOwnerError = () => invalidState('A workspace needs an owner. Make someone else an owner first.')

/** Changes the role of a member and ends their sessions. @throws 400 for the last owner, 403, 404 */
export async function changeRole(tx: WriteScope, id: string, role: Role): Promise<void> {
  permit(membersCan(tx.actor).assign(role))
  const { member, isLastOwner } = await lockMember(tx, id)
  permit(membersCan(tx.actor).assign(member.role))
  if (member.role === role) return
  if (isLastOwner) throw lastOwnerError()
  await tx.db
    .updateTable('members')
    .set({ role })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .execute()
  if (member.account_id !== null) await revokeAccountSessions(tx.db, member.account_id)
  await adaptAuthorizationsToRole(tx, id, role)
  audit(tx, 'member.role_changed', id, { role: [member.role, role] })
}

/** Removes a member from the workspace and ends their sessions. @throws 400 for the last owner, 403, 404 */
export async function removeMember(tx: WriteScope, id: string): Promise<void> {
  permit(membersCan(tx.actor).remove)
  const { member, isLastOwner } = await lockMember(tx, id)
  permit(membersCan(tx.actor).assign(member.role))
  if (isLastOwner) throw lastOwnerError()
  await deleteMember(tx, member)
  audit(tx, 'member.removed', id, { email: member.email, role: member.role })
}

/** Removes the acting member from the workspace and signs them out. @throws 400 for the last owner, 403, 404 */
export async function leaveWorkspace(tx: WriteScope): Promise<void> {
  permit(membersCan(tx.actor).leave)
  const { member, isLastOwner } = await lockMember(tx, tx.actor.id ?? '')
  if (isLastOwner) throw lastOwnerError()
  await deleteMember(tx, member)
  audit(tx, 'member.left', member.id, { email: member.email, role: member.role })
}

async function deleteMember(tx: WriteScope, { id, account_id: accountId }: Member): Promise<void> {
  // Before the deletion, which removes the member from their authorizations.
  await endAuthorizationsOfMember(tx, id)
  await clearReferences(tx, id)
  await tx.db.deleteFrom('members').where('workspace_id', '=', tx.workspaceId).where('id', '=', id).execute()
  if (accountId !== null) await revokeAccountSessions(tx.db, accountId)
}

/** Clears the columns that refer to the member. On a distributed database, the deletion does not (ADR 0055). */
async function clearReferences({ db, workspaceId }: WriteScope, id: string): Promise<void> {
  await Promise.all([
    db
      .updateTable('comments')
      .set({ member_id: null })
      .where('workspace_id', '=', workspaceId)
      .where('member_id', '=', id)
      .execute(),
    db
      .updateTable('feedback')
      .set({ owner_id: null })
      .where('workspace_id', '=', workspaceId)
      .where('owner_id', '=', id)
      .execute(),
    db
      .updateTable('files')
      .set({ created_by_member: null })
      .where('workspace_id', '=', workspaceId)
      .where('created_by_member', '=', id)
      .execute(),
    db
      .updateTable('saved_views')
      .set({ created_by: null })
      .where('workspace_id', '=', workspaceId)
      .where('created_by', '=', id)
      .execute(),
  ])
}
