import { sql } from 'kysely'
import { permit } from '../platform/authorization.ts'
import { invalid } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import { membersCan } from './permissions.ts'

// The lists of the team page are not paginated; no team is larger than this.
const maxRows = 500

/** Lists the members, owners first. Members who have never signed in have no name. @throws 403 */
export const listMembers = (s: Scope) => {
  permit(membersCan(s.actor).see)
  return s.db
    .selectFrom('members')
    .leftJoin('accounts', 'accounts.id', 'members.account_id')
    .select([
      'members.id',
      'members.email',
      'members.role',
      'members.joined_at as joinedAt',
      'members.created_at as createdAt',
      'accounts.name',
      'accounts.last_seen_at as seenAt',
      'accounts.has_totp as hasTotp',
    ])
    .where('members.workspace_id', '=', s.workspaceId)
    .where('members.awaits_invitation', '=', false)
    .orderBy(sql`array_position(array['owner', 'admin', 'member'], members.role)`)
    .orderBy(sql`lower(members.email)`)
    .limit(maxRows)
    .execute()
}

/** Lists the invitations that have not expired, newest first. An invitation that is sent again keeps its place. @throws 403 */
export const listInvitations = (s: Scope) => {
  permit(membersCan(s.actor).see)
  return s.db
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('workspace_id', '=', s.workspaceId)
    .where('expires_at', '>', s.now)
    .orderBy('id', 'desc')
    .limit(maxRows)
    .execute()
}

/** Finds a member by address, for the operator's commands. @throws 400 */
export async function findMemberIdByEmail({ db, workspaceId }: Pick<Scope, 'db' | 'workspaceId'>, email: string) {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('awaits_invitation', '=', false)
    .executeTakeFirst()
  if (!row) throw invalid([{ path: '/email', message: 'must be the address of a member of this workspace' }])
  return row.id
}

/** Lists the workspaces whose only owner is this account, which it therefore cannot leave. */
export async function listSoleOwnerships(db: Scope['db'], accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('members as own')
    .select('own.workspace_id as workspaceId')
    .where('own.account_id', '=', accountId)
    .where('own.role', '=', 'owner')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('members as other')
            .select('other.id')
            .whereRef('other.workspace_id', '=', 'own.workspace_id')
            .whereRef('other.id', '!=', 'own.id')
            .where('other.role', '=', 'owner')
            .where('other.awaits_invitation', '=', false),
        ),
      ),
    )
    .execute()
  return rows.map(({ workspaceId }) => workspaceId)
}
