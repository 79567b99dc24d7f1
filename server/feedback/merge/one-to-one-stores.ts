import { type RawBuilder, sql } from 'kysely'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { RelationStore } from './one-to-one.ts'
import {
  type InsertableColumns,
  insertStoredRow,
  type RoadmapItemRow,
  rowAsJson,
  type TrackerLinkRow,
} from './stored-row.ts'

/** Locks and returns the tracker links of a request, including ended ones, oldest first. */
export async function lockLinkRows({ db, workspaceId }: Scope, feedbackId: string): Promise<TrackerLinkRow[]> {
  const { rows } = await sql<{ row: TrackerLinkRow }>`
    select ${rowAsJson('tracker_links', 'l')} as row from tracker_links l
    where l.workspace_id = ${workspaceId} and l.feedback_id = ${feedbackId}
    order by l.created_at, l.id for update`.execute(db)
  return rows.map(({ row }) => row)
}

/** Locks and returns the roadmap item of a request. */
export async function lockItemRow({ db, workspaceId }: Scope, feedbackId: string): Promise<RoadmapItemRow | null> {
  const { rows } = await sql<{ row: RoadmapItemRow }>`
    select ${rowAsJson('roadmap_items', 'r')} as row from roadmap_items r
    where r.workspace_id = ${workspaceId} and r.feedback_id = ${feedbackId} for update`.execute(db)
  return rows[0]?.row ?? null
}

/** A restored item gets back its column and position; its texts and target date stay as they are now. */
export const itemStore = (tx: WriteScope, columns: InsertableColumns): RelationStore<RoadmapItemRow> => ({
  move: (id, feedbackId, stored) =>
    tx.defer(
      tx.db
        .updateTable('roadmap_items')
        .set({ feedback_id: feedbackId, ...(stored && { status: stored.status, sort_order: stored.sort_order }) })
        .where('workspace_id', '=', tx.workspaceId)
        .where('id', '=', id)
        .execute(),
    ),
  insert: (row, feedbackId) =>
    insertStoredRow(
      tx,
      'roadmap_items',
      { ...row, workspace_id: tx.workspaceId, feedback_id: feedbackId },
      { columns },
    ),
  remove: (id) =>
    tx.defer(
      tx.db.deleteFrom('roadmap_items').where('workspace_id', '=', tx.workspaceId).where('id', '=', id).execute(),
    ),
})

export const linkStore = (tx: WriteScope, columns: InsertableColumns): RelationStore<TrackerLinkRow> => ({
  move: (id, feedbackId) =>
    tx.defer(
      tx.db
        .updateTable('tracker_links')
        .set({ feedback_id: feedbackId })
        .where('workspace_id', '=', tx.workspaceId)
        .where('id', '=', id)
        .execute(),
    ),
  insert: (row, feedbackId) => insertLinks(tx, [row], { feedbackId, columns }),
  remove: (id) =>
    tx.defer(
      tx.db.deleteFrom('tracker_links').where('workspace_id', '=', tx.workspaceId).where('id', '=', id).execute(),
    ),
})

/**
 * Inserts stored links. A link of the current connection becomes active and due for a poll; a link whose connection was
 * replaced since becomes ended. (tracker/connection/store.ts does the same with links that are not parked.)
 */
export function insertLinks(
  tx: WriteScope,
  rows: TrackerLinkRow[],
  { feedbackId, columns }: { feedbackId: string; columns: InsertableColumns },
): void {
  for (const row of rows) {
    const isLive = row.state === 'active' || row.end_reason === 'replaced'
    insertStoredRow(
      tx,
      'tracker_links',
      {
        ...row,
        workspace_id: tx.workspaceId,
        feedback_id: feedbackId,
        ...(isLive && { checked_at: new Date(0).toISOString() }),
      },
      { columns, ...(isLive && { expressions: liveStateOf(tx, row) }) },
    )
  }
}

function liveStateOf({ workspaceId, now }: WriteScope, row: TrackerLinkRow): Record<string, RawBuilder<unknown>> {
  const isConnected = sql<boolean>`exists (select from tracker_connections c where c.workspace_id = ${workspaceId}
    and c.id = ${row.connection_id} and c.disconnected_at is null)`
  return {
    state: sql`case when ${isConnected} then 'active' else 'ended' end`,
    ended_at: sql`case when ${isConnected} then null else ${row.ended_at ?? now}::timestamptz end`,
    end_reason: sql`case when ${isConnected} then null else 'replaced' end`,
  }
}
