import { sql } from 'kysely'
import type { StoredAssignment } from '../../inbox/notify.ts'
import { notFound } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { AttributedRow } from './attribution.ts'
import type { StoredFollow } from './follows.ts'
import type { OneToOne } from './one-to-one.ts'
import type { MergedOwner } from './owner.ts'
import type { ContextColumns, FeedbackColumns, RoadmapItemRow, TrackerLinkRow } from './stored-row.ts'

/**
 * The former state of a merged request, and where its rows are now. Holds only ids and rows of this request. Deleting a
 * customer erases them from `context`, `votes` and `follows` (customers/deletion/erase.ts).
 */
export interface MergeSnapshot {
  row: FeedbackColumns
  context: ContextColumns | null
  /** The time of each vote, by customer. */
  votes: AttributedRow<string>[]
  /** Decisions to follow the request or not, by customer. Merges from before follows existed have none. */
  follows?: AttributedRow<StoredFollow>[]
  /** The team's tags. Merges from before requests had tags or owners have neither. */
  tags?: AttributedRow<true>[]
  owner?: MergedOwner
  /** The notification of the owner that the request had. */
  assignment?: StoredAssignment | null
  /** The position in each changelog entry, by entry. */
  entries: AttributedRow<number>[]
  /** Top-level comments; replies follow the comment they belong to. */
  comments: string[]
  item: OneToOne<RoadmapItemRow> | null
  link: OneToOne<TrackerLinkRow> | null
  endedLinks: TrackerLinkRow[]
  /** Requests that were merged into this one before; they return with it. */
  merges: string[]
}

export interface Merge {
  id: string
  targetId: string
  snapshot: MergeSnapshot
}

const selectMerges = ({ db, workspaceId }: Scope) =>
  db
    .selectFrom('feedback_merges')
    .select(['feedback_id as id', 'into_id as targetId', 'snapshot'])
    .where('workspace_id', '=', workspaceId)

/** Returns the merge of a request. It may change until its target is locked. @throws 404 */
export async function getMerge(scope: Scope, id: string): Promise<Merge> {
  const row = await selectMerges(scope).where('feedback_id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row as Merge
}

/** Lists the merges into a request. They cannot change while the caller has the request locked. */
export const listMergesInto = (scope: Scope, id: string): Promise<Merge[]> =>
  selectMerges(scope).where('into_id', '=', id).orderBy('merged_at').orderBy('feedback_id').execute() as Promise<
    Merge[]
  >

/** Writes back the target and the snapshot of merges. */
export function updateMerges(tx: WriteScope, merges: Merge[]): void {
  if (merges.length === 0) return
  const rows = merges.map(({ id, targetId, snapshot }) => ({ id, into_id: targetId, snapshot }))
  tx.defer(
    sql`update feedback_merges m set into_id = n.into_id, snapshot = n.snapshot
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, into_id uuid, snapshot jsonb)
      where m.workspace_id = ${tx.workspaceId} and m.feedback_id = n.id`.execute(tx.db),
  )
}

export function insertMerge(tx: WriteScope, { id, targetId, snapshot }: Merge): void {
  tx.defer(
    tx.db
      .insertInto('feedback_merges')
      .values({
        workspace_id: tx.workspaceId,
        feedback_id: id,
        into_id: targetId,
        title: snapshot.row.title,
        snapshot: JSON.stringify(snapshot),
        merged_by_type: tx.actor.type,
        merged_by_id: tx.actor.id,
        merged_at: tx.now,
      })
      .execute(),
  )
}

export const deleteMerge = (tx: WriteScope, id: string): void =>
  tx.defer(
    tx.db
      .deleteFrom('feedback_merges')
      .where('workspace_id', '=', tx.workspaceId)
      .where('feedback_id', '=', id)
      .execute(),
  )
