import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

export interface MemberChoice {
  id: string
  /** The address of a member who has never signed in. */
  name: string
}

// No team is larger; every list is bounded.
const maxMembers = 500

const selectChoices = ({ db, workspaceId }: Scope) =>
  db
    .selectFrom('members')
    .leftJoin('accounts', 'accounts.id', 'members.account_id')
    .select(['members.id', sql<string>`coalesce(accounts.name, members.imported_name, members.email)`.as('name')])
    .where('members.workspace_id', '=', workspaceId)

/** Lists the members of the workspace by name, for a choice among them. The whole team sees their names. */
export const listMemberChoices = (scope: Scope): Promise<MemberChoice[]> =>
  selectChoices(scope)
    .where('members.awaits_invitation', '=', false)
    .orderBy(sql`lower(coalesce(accounts.name, members.email))`)
    .orderBy('members.id')
    .limit(maxMembers)
    .execute()

/** Returns the names of those of these ids that are members of the workspace. */
export async function listMemberNames(scope: Scope, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await selectChoices(scope).where(sql<boolean>`members.id = any(${ids}::uuid[])`).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
