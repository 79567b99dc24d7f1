import { sql } from 'kysely'
import { invalid, notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { type FeedbackColumns, rowAsJson } from './stored-row.ts'

/**
 * Locks both requests of a merge in the order of their ids, so that two merges cannot deadlock.
 * @returns the row of the source, and the owner and votes of the target.
 * @throws 404 for the source, 400 for the target.
 */
export async function lockSourceAndTarget(
  tx: WriteScope,
  sourceId: string,
  targetId: string,
): Promise<{ row: FeedbackColumns; targetOwnerId: string | null; targetVotes: number }> {
  const { rows } = await sql<{ id: string; row: FeedbackColumns; votes: number }>`
    select f.id, f.votes, ${rowAsJson('feedback', 'f')} as row from feedback f
    where f.workspace_id = ${tx.workspaceId} and f.id = any(${[sourceId, targetId]}::uuid[])
    order by f.id for update`.execute(tx.db)
  const source = rows.find(({ id }) => id === sourceId)
  if (!source) throw notFound()
  const target = rows.find(({ id }) => id === targetId)
  if (!target) throw invalid([{ path: '/intoId', message: 'must be a request of this workspace', code: 'gone' }])
  return { row: source.row, targetOwnerId: target.row.owner_id ?? null, targetVotes: target.votes }
}

/**
 * Locks changelog entries. Entries come before requests: writers of an entry hold its lock while they lock requests.
 */
export async function lockChangelogEntries(tx: WriteScope, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.db
    .selectFrom('changelog_entries')
    .select('id')
    .where('workspace_id', '=', tx.workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Locks requests, after the changelog entries that link them, in the order of their ids. Skips those that are gone. */
export async function lockAll(tx: WriteScope, ids: string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct entry_id as id from changelog_entry_feedback
    where workspace_id = ${tx.workspaceId} and feedback_id = any(${ids}::uuid[])`.execute(tx.db)
  await lockChangelogEntries(
    tx,
    rows.map(({ id }) => id),
  )
  await sql`
    select from feedback f where f.workspace_id = ${tx.workspaceId} and f.id = any(${ids}::uuid[])
    order by f.id for update`.execute(tx.db)
}
