import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import type { Thread } from './queries.ts'

/**
 * Holds what a thread hangs under. `for key share` keeps it from being merged or deleted, and lets others comment;
 * `for update` keeps others from commenting too.
 * @returns whether it is there.
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
