import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import type { Thread } from './queries.ts'

/**
 * Locks the request or changelog entry of a thread. `for key share` prevents merging and deleting but allows comments;
 * `for update` prevents comments too.
 * @returns whether it exists.
 */
export async function lockThread(
  { db, workspaceId }: Scope,
  { of, id }: Thread,
  mode: 'for key share' | 'for update',
): Promise<boolean> {
  const { rows } = await sql`select id from ${sql.table(of === 'feedback_id' ? 'feedback' : 'changelog_entries')}
    where workspace_id = ${workspaceId} and id = ${id} ${sql.raw(mode)}`.execute(db)
  return rows.length > 0
}
