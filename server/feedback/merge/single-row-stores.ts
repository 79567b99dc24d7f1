import { sql } from 'kysely'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { RelationStore } from './single-rows.ts'
import type { RoadmapItemRow, TrackerLinkRow } from './snapshot.ts'

const linkColumns = [
  'id',
  'connection_id',
  'state',
  'team_id',
  'claim',
  'claimed_until',
  'first_attempt_at',
  'last_attempt_at',
  'outcome_unknown_until',
  'issue_id',
  'identifier',
  'url',
  'remote_title',
  'remote_state',
  'remote_state_type',
  'checked_at',
  'created_at',
  'ended_at',
  'end_reason',
] as const

/** The links of a request to issues, those that have ended too, held until the transaction ends. */
export const lockLinkRows = ({ db, workspaceId }: Scope, feedbackId: string): Promise<TrackerLinkRow[]> =>
  db
    .selectFrom('tracker_links')
    .select(linkColumns)
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', feedbackId)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute()

/** The roadmap item of a request, as it is stored, held until the transaction ends. */
export async function lockItemRow({ db, workspaceId }: Scope, feedbackId: string): Promise<RoadmapItemRow | null> {
  const row = await db
    .selectFrom('roadmap_items')
    .select(['id', 'title', 'description', 'status', 'sort_order', 'target_precision', 'target_date'])
    .select(['created_at', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', feedbackId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** An item that comes back has the column and the place that it had; its texts and its target are those of now. */
export const itemStore = (tx: WriteScope): RelationStore<RoadmapItemRow> => ({
  move: (id, to, was) =>
    tx.defer(
      tx.db
        .updateTable('roadmap_items')
        .set({ feedback_id: to, ...(was && { status: was.status, sort_order: was.sort_order }) })
        .where('workspace_id', '=', tx.workspaceId)
        .where('id', '=', id)
        .execute(),
    ),
  insert: (row, to) =>
    tx.defer(
      tx.db
        .insertInto('roadmap_items')
        .values({ ...row, workspace_id: tx.workspaceId, feedback_id: to })
        .execute(),
    ),
  remove: (id) =>
    tx.defer(
      tx.db.deleteFrom('roadmap_items').where('workspace_id', '=', tx.workspaceId).where('id', '=', id).execute(),
    ),
})

/** Of links. */
export const linkStore = (tx: WriteScope): RelationStore<TrackerLinkRow> => ({
  move: (id, to) =>
    tx.defer(
      tx.db
        .updateTable('tracker_links')
        .set({ feedback_id: to })
        .where('workspace_id', '=', tx.workspaceId)
        .where('id', '=', id)
        .execute(),
    ),
  insert: (row, to) => insertLinks(tx, [row], to),
  remove: (id) =>
    tx.defer(
      tx.db.deleteFrom('tracker_links').where('workspace_id', '=', tx.workspaceId).where('id', '=', id).execute(),
    ),
})

/**
 * Puts links back: active where their connection is the open one, and due to be looked at; ended where another has taken
 * its place meanwhile (tracker/connect.ts does the same with those that are not kept aside).
 */
export function insertLinks(tx: WriteScope, rows: TrackerLinkRow[], to: string): void {
  for (const row of rows) {
    const isLive = row.state === 'active' || row.end_reason === 'replaced'
    const open = sql<boolean>`exists (select from tracker_connections c where c.workspace_id = ${tx.workspaceId}
      and c.id = ${row.connection_id} and c.disconnected_at is null)`
    const changed = isLive && {
      state: sql<'active' | 'ended'>`case when ${open} then 'active' else 'ended' end`,
      ended_at: sql<string | null>`case when ${open} then null else ${row.ended_at ?? tx.now}::timestamptz end`,
      end_reason: sql<'replaced' | null>`case when ${open} then null else 'replaced' end`,
      checked_at: new Date(0).toISOString(),
    }
    tx.defer(
      tx.db
        .insertInto('tracker_links')
        .values({ ...row, ...changed, workspace_id: tx.workspaceId, feedback_id: to })
        .execute(),
    )
  }
}
