import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'
import { type RestoredRows, restoreRows } from './attribution.ts'
import { listEntryLinks } from './rows.ts'
import type { Merge, MergeSnapshot } from './snapshot.ts'
import { type InsertableColumns, insertStoredRow } from './stored-row.ts'

/** What an unmerge restores. */
export interface UnmergePlan {
  own: Merge
  /** Requests that had been merged into the restored one, and return with it. */
  returning: Merge[]
  /** Requests that stay merged into the target. */
  staying: Merge[]
  targetId: string
  columns: InsertableColumns
}

/**
 * Inserts the request and its private context. A deleted board becomes the target's; a deleted customer and an owner who
 * has left become null.
 */
export function restoreRow(tx: WriteScope, { own, columns }: UnmergePlan, ownerId: string | null): void {
  const { workspaceId } = tx
  const { row, context } = own.snapshot
  const stored = { ...row, workspace_id: workspaceId, id: own.id }
  const board = sql`coalesce(
    (select id from boards where workspace_id = ${workspaceId} and id = stored.board_id),
    (select board_id from feedback where workspace_id = ${workspaceId} and id = ${own.targetId}))`
  const owner = sql`(select id from members where workspace_id = ${workspaceId} and id = ${ownerId})`
  insertStoredRow(tx, 'feedback', stored, { columns, expressions: { board_id: board, owner_id: owner } })
  if (context === null) return
  const customer = sql`(select id from customers where workspace_id = ${workspaceId} and id = stored.customer_id)`
  insertStoredRow(
    tx,
    'feedback_context',
    { ...context, workspace_id: workspaceId, feedback_id: own.id },
    { columns, expressions: { customer_id: customer } },
  )
}

type AttributedKind = 'votes' | 'entries'

/** Decides which rows return, and writes the new attribution into the snapshots of the plan. */
function restoreAttribution<K extends AttributedKind>(
  kind: K,
  { own, returning, staying }: UnmergePlan,
  current: { key: string; value: MergeSnapshot[K][number]['value'] }[],
) {
  const rowsOf = ({ snapshot }: Merge) => snapshot[kind] as never
  const result = restoreRows<MergeSnapshot[K][number]['value']>({
    own: rowsOf(own),
    returning: returning.map(rowsOf),
    staying: staying.map(rowsOf),
    current,
  })
  const assign = (merges: Merge[], rows: unknown[]) =>
    merges.forEach(({ snapshot }, index) => {
      snapshot[kind] = rows[index] as never
    })
  assign(returning, result.returning)
  assign(staying, result.staying)
  return result
}

const toColumns = <V>(rows: RestoredRows<V>['restored']) => [rows.map(({ key }) => key), rows.map(({ value }) => value)]

export async function restoreVotes(tx: WriteScope, plan: UnmergePlan): Promise<void> {
  const { own, returning, targetId } = plan
  const customers = [own, ...returning].flatMap(({ snapshot }) => snapshot.votes.map(({ key }) => key))
  const current = await tx.db
    .selectFrom('votes')
    .select(['customer_id as key', 'created_at as value'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('feedback_id', '=', targetId)
    .where(sql<boolean>`customer_id = any(${customers}::uuid[])`)
    .execute()
  const { restored, removed, inherited } = restoreAttribution('votes', plan, current)
  const [voters, times] = toColumns(restored)
  const [heirs, heirTimes] = toColumns(inherited)
  const { db, workspaceId } = tx
  tx.defer(
    sql`insert into votes (workspace_id, feedback_id, customer_id, created_at)
      select ${workspaceId}, ${own.id}, * from unnest(${voters}::uuid[], ${times}::timestamptz[])`.execute(db),
  )
  tx.defer(
    sql`delete from votes where workspace_id = ${workspaceId} and feedback_id = ${targetId}
      and customer_id = any(${removed}::uuid[])`.execute(db),
  )
  tx.defer(
    sql`update votes v set created_at = n.at from unnest(${heirs}::uuid[], ${heirTimes}::timestamptz[]) as n (id, at)
      where v.workspace_id = ${workspaceId} and v.feedback_id = ${targetId} and v.customer_id = n.id`.execute(db),
  )
}

/** Restores the links of changelog entries, except for entries that were deleted or given another list since. */
export async function restoreEntryLinks(tx: WriteScope, plan: UnmergePlan): Promise<void> {
  const { own, targetId } = plan
  const { restored, removed } = restoreAttribution('entries', plan, await listEntryLinks(tx, targetId))
  const [entries, positions] = toColumns(restored)
  const { db, workspaceId } = tx
  tx.defer(
    sql`insert into changelog_entry_feedback (workspace_id, feedback_id, entry_id, position)
      select ${workspaceId}, ${own.id}, * from unnest(${entries}::uuid[], ${positions}::integer[])`.execute(db),
  )
  tx.defer(
    sql`delete from changelog_entry_feedback where workspace_id = ${workspaceId} and feedback_id = ${targetId}
      and entry_id = any(${removed}::uuid[])`.execute(db),
  )
}

/** Moves the request's own top-level comments back, with their replies and the comments that wait for review. */
export function restoreComments(tx: WriteScope, { own, returning, targetId }: UnmergePlan): void {
  const roots = [own, ...returning].flatMap(({ snapshot }) => snapshot.comments)
  for (const table of ['comments', 'pending_comments']) {
    tx.defer(
      sql`update ${sql.table(table)} set feedback_id = ${own.id}
        where workspace_id = ${tx.workspaceId} and feedback_id = ${targetId}
          and (id = any(${roots}::uuid[]) or parent_id = any(${roots}::uuid[]))`.execute(tx.db),
    )
  }
}
