import { type Insertable, sql } from 'kysely'
import { invalid, notFound } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { Tables } from '../../tables.ts'
import { recountedTrend } from '../trend.ts'
import type { AttributedRow } from './shared-rows.ts'
import type { OneToOne } from './single-rows.ts'

type Row<T extends keyof Tables> = Insertable<Tables[T]>

export type RoadmapItemRow = Omit<Row<'roadmap_items'>, 'workspace_id' | 'feedback_id'>
export type TrackerLinkRow = Omit<Row<'tracker_links'>, 'workspace_id' | 'feedback_id'>
type FeedbackColumns = Pick<
  Row<'feedback'>,
  'board_id' | 'title' | 'description' | 'status' | 'product_stage' | 'created_at' | 'updated_at' | 'last_activity_at'
>

/** What a merged request was, and what became of all that belonged to it. Ids and rows of it alone, of no other. */
export interface MergeSnapshot {
  row: FeedbackColumns
  context: { customerId: string | null; sourceUrl: string | null; metadata: unknown } | null
  /** By customer: when. */
  votes: AttributedRow<string>[]
  /** By changelog entry: the place in its list. */
  entries: AttributedRow<number>[]
  /** Those that answer no other; replies go where they go. */
  comments: string[]
  item: OneToOne<RoadmapItemRow> | null
  link: OneToOne<TrackerLinkRow> | null
  endedLinks: TrackerLinkRow[]
  /** What was merged into it before: comes back with it. */
  merges: string[]
}

export interface Merge {
  id: string
  intoId: string
  snapshot: MergeSnapshot
}

const selectMerges = ({ db, workspaceId }: Scope) =>
  db
    .selectFrom('feedback_merges')
    .select(['feedback_id as id', 'into_id as intoId', 'snapshot'])
    .where('workspace_id', '=', workspaceId)

/** A merge as it is now; it may change until its target is locked. @throws 404 */
export async function getMerge(scope: Scope, id: string): Promise<Merge> {
  const row = await selectMerges(scope).where('feedback_id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row as Merge
}

/** What is merged into a request that the caller has locked: nobody else changes these. */
export const listMergesInto = (scope: Scope, id: string): Promise<Merge[]> =>
  selectMerges(scope).where('into_id', '=', id).orderBy('merged_at').orderBy('feedback_id').execute() as Promise<
    Merge[]
  >

/** Stores merges that were read before, as they are now. */
export function updateMerges(tx: WriteScope, merges: Merge[]): void {
  if (merges.length === 0) return
  tx.defer(
    sql`update feedback_merges m set into_id = n.into_id, snapshot = n.snapshot
      from jsonb_to_recordset(${JSON.stringify(merges.map(({ id, intoId, snapshot }) => ({ id, into_id: intoId, snapshot })))}::jsonb)
        as n (id uuid, into_id uuid, snapshot jsonb)
      where m.workspace_id = ${tx.workspaceId} and m.feedback_id = n.id`.execute(tx.db),
  )
}

/** Stores that a request is merged, whose row is about to go. */
export function insertMerge(tx: WriteScope, { id, intoId, snapshot }: Merge): void {
  tx.defer(
    tx.db
      .insertInto('feedback_merges')
      .values({
        workspace_id: tx.workspaceId,
        feedback_id: id,
        into_id: intoId,
        title: snapshot.row.title,
        snapshot: JSON.stringify(snapshot),
        merged_by_type: tx.actor.type,
        merged_by_id: tx.actor.id,
        merged_at: tx.now,
      })
      .execute(),
  )
}

/**
 * Holds both requests of a merge, in the order of their ids, so that no two merges wait for one another.
 * @throws 404 for the one to merge, 400 for the other.
 */
export async function lockSourceAndTarget(tx: WriteScope, sourceId: string, intoId: string): Promise<FeedbackColumns> {
  const rows = await tx.db
    .selectFrom('feedback')
    .select(['id', 'board_id', 'title', 'description', 'status', 'product_stage'])
    .select(['created_at', 'updated_at', 'last_activity_at'])
    .where('workspace_id', '=', tx.workspaceId)
    .where(sql<boolean>`id = any(${[sourceId, intoId]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const source = rows.find(({ id }) => id === sourceId)
  if (!source) throw notFound()
  if (!rows.some(({ id }) => id === intoId))
    throw invalid([{ path: '/intoId', message: 'must be a request of this workspace' }])
  const { id: _, ...columns } = source
  return columns
}

/** Counts anew what belongs to locked requests: nothing can be added to them meanwhile. */
export function recountVotesAndComments(tx: WriteScope, ids: string[]): void {
  tx.defer(
    sql`update feedback f set
        votes = (select count(*) from votes v where v.workspace_id = f.workspace_id and v.feedback_id = f.id),
        trend = ${recountedTrend},
        comments = (select count(*) from comments c
          where c.workspace_id = f.workspace_id and c.feedback_id = f.id and not c.is_internal)
      where f.workspace_id = ${tx.workspaceId} and f.id = any(${ids}::uuid[])`.execute(tx.db),
  )
}

/** Holds entries of the changelog before requests are: whoever changes an entry holds it while it looks at requests. */
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

/** The entries that link a request. */
export async function listEntryLinks(
  { db, workspaceId }: Scope,
  id: string,
): Promise<{ key: string; value: number }[]> {
  return db
    .selectFrom('changelog_entry_feedback')
    .select(['entry_id as key', 'position as value'])
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', id)
    .orderBy('entry_id')
    .execute()
}
