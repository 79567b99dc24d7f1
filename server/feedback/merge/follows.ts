import { sql } from 'kysely'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { type AttributedRow, attributeRows, ownRows, reattributeRows, restoreRows } from './attribution.ts'
import type { Merge } from './snapshot.ts'

/** A decision to follow a request, as text, so that two can be compared: following or not, source, and time. */
export type StoredFollow = `${'t' | 'f'} ${'button' | 'comment'} ${string}`

interface FollowRow {
  key: string
  value: StoredFollow
}

/** Lists the decisions to follow a request. */
export async function listFollowRows({ db, workspaceId }: Scope, id: string): Promise<FollowRow[]> {
  const rows = await db
    .selectFrom('follows')
    .select(['customer_id', 'is_following', 'source', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', id)
    .orderBy('customer_id')
    .execute()
  return rows.map(({ customer_id: key, is_following, source, created_at }) => ({
    key,
    value: `${is_following ? 't' : 'f'} ${source as 'button'} ${created_at}`,
  }))
}

/**
 * Moves decisions to follow a request to its target, before its votes move. A customer's decision about the target
 * stays. A decision to stop does not move if the customer voted for the target or submitted it.
 */
export async function transferFollows(tx: WriteScope, source: Merge, merges: Merge[]): Promise<void> {
  const { id: sourceId, targetId } = source
  const { workspaceId } = tx
  const [current, target] = await Promise.all([listFollowRows(tx, sourceId), listFollowRows(tx, targetId)])
  const targetKeys = new Set(target.map(({ key }) => key))
  const merged = merges.map(({ snapshot }) => snapshot.follows ?? [])
  source.snapshot.follows = attributeRows(ownRows(current, merged), targetKeys)
  for (const { snapshot } of merges) snapshot.follows = reattributeRows(snapshot.follows ?? [], current, targetKeys)
  const hears = (table: string) => sql`exists (select from ${sql.table(table)} o
    where o.workspace_id = w.workspace_id and o.feedback_id = ${targetId} and o.customer_id = w.customer_id)`
  await sql`
    insert into follows (workspace_id, feedback_id, customer_id, is_following, source, created_at)
    select workspace_id, ${targetId}, customer_id, is_following, source, created_at from follows w
    where w.workspace_id = ${workspaceId} and w.feedback_id = ${sourceId}
      and (w.is_following or not (${hears('votes')} or ${hears('feedback_context')}))
    on conflict do nothing`.execute(tx.db)
}

/**
 * Restores the decisions that a merged request brought to the target, in the same way as votes (see attribution.ts).
 */
export async function restoreFollows(
  tx: WriteScope,
  { own, returning, staying, targetId }: { own: Merge; returning: Merge[]; staying: Merge[]; targetId: string },
): Promise<void> {
  const rowsOf = ({ snapshot }: Merge): AttributedRow<StoredFollow>[] => snapshot.follows ?? []
  const current = await listFollowRows(tx, targetId)
  const result = restoreRows<StoredFollow>({
    own: rowsOf(own),
    returning: returning.map(rowsOf),
    staying: staying.map(rowsOf),
    current,
  })
  returning.forEach(({ snapshot }, index) => {
    snapshot.follows = result.returning[index]!
  })
  staying.forEach(({ snapshot }, index) => {
    snapshot.follows = result.staying[index]!
  })
  insertFollows(tx, own.id, [...result.restored, ...droppedByMerge(own, current)])
  tx.defer(
    sql`delete from follows where workspace_id = ${tx.workspaceId} and feedback_id = ${targetId}
      and customer_id = any(${result.removed}::uuid[])`.execute(tx.db),
  )
  insertFollows(tx, targetId, result.inherited)
}

/**
 * Lists the decisions to stop following that the merge did not move, because the customers are notified about it
 * anyway.
 */
function droppedByMerge({ snapshot }: Merge, current: FollowRow[]): FollowRow[] {
  const kept = new Set(current.map(({ key }) => key))
  return (snapshot.follows ?? []).filter(({ key, value }) => value.startsWith('f ') && !kept.has(key))
}

/** Stores decisions; those of customers who have been deleted since are left out. */
function insertFollows(tx: WriteScope, feedbackId: string, rows: FollowRow[]): void {
  if (rows.length === 0) return
  const fields = rows.map(({ key, value }) => [key, ...value.split(' ')] as [string, string, string, string])
  const column = (index: 0 | 1 | 2 | 3) => fields.map((row) => row[index])
  tx.defer(
    sql`insert into follows (workspace_id, feedback_id, customer_id, is_following, source, created_at)
      select ${tx.workspaceId}, ${feedbackId}, n.id, n.is_following, n.source, n.at
      from unnest(${column(0)}::uuid[], ${column(1)}::boolean[], ${column(2)}::text[], ${column(3)}::timestamptz[])
        as n (id, is_following, source, at)
      join customers c on c.workspace_id = ${tx.workspaceId} and c.id = n.id
      on conflict (workspace_id, feedback_id, customer_id) do update
        set is_following = excluded.is_following, source = excluded.source, created_at = excluded.created_at`.execute(
      tx.db,
    ),
  )
}
