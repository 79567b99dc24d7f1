import { sql } from 'kysely'
import type { ImportedVote } from '../records.ts'
import { type Batch, columnOf, type Located } from './batch.ts'
import { earlier, resolvePeople } from './people.ts'

/**
 * Adds votes. A vote that an earlier import added and that was withdrawn since stays withdrawn. The counters of new
 * requests already include their votes; the counters of existing requests are recounted at the end (finish.ts).
 */
export async function writeVotes(batch: Batch, records: Located<ImportedVote>[]): Promise<void> {
  await batch.findIds('feedback', columnOf(records, 'requestId'))
  const personOf = await resolvePeople(batch, columnOf(records, 'person'))
  const votes = new Map<string, { feedbackId: string; customerId: string; createdAt: string }>()
  let repeated = 0
  for (const record of records) {
    const feedbackId = batch.knownId('feedback', record.requestId)
    const customerId = personOf(record.person)
    if (feedbackId === undefined)
      batch.refuse(record, `refers to the request ${record.requestId}, which is not in the file`)
    else if (customerId === null) batch.refuse(record, 'is from a person who is not in the file')
    else {
      const key = `${feedbackId}${customerId}`
      if (votes.has(key)) repeated += 1
      else votes.set(key, { feedbackId, customerId, createdAt: earlier(record.createdAt, batch.scope.now) })
    }
  }
  const rows = [...votes.values()]
  const created = await insertVotes(batch, rows)
  batch.count('votes', 'created', created)
  batch.count('votes', 'unchanged', rows.length - created + repeated)
}

async function insertVotes(
  { tx, scope, run }: Batch,
  rows: { feedbackId: string; customerId: string; createdAt: string }[],
): Promise<number> {
  if (rows.length === 0) return 0
  const offered = sql`select n.* from unnest(${columnOf(rows, 'feedbackId')}::uuid[], ${columnOf(rows, 'customerId')}::uuid[],
      ${columnOf(rows, 'createdAt')}::timestamptz[]) as n (feedback_id, customer_id, created_at)
    where not exists (select from imported_votes v where v.workspace_id = ${scope.workspaceId}
      and v.feedback_id = n.feedback_id and v.customer_id = n.customer_id)`
  if (tx === null) {
    const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from (${offered}) o
      where not exists (select from votes v where v.workspace_id = ${scope.workspaceId}
        and v.feedback_id = o.feedback_id and v.customer_id = o.customer_id)`.execute(scope.db)
    return counted[0]!.count
  }
  // The joins leave out votes whose request or voter was deleted since.
  const { rows: counted } = await sql<{ count: number }>`
    with offered as materialized (${offered}),
    added as (
      insert into votes (workspace_id, feedback_id, customer_id, created_at)
      select ${scope.workspaceId}::uuid, o.feedback_id, o.customer_id, o.created_at from offered o
      join feedback f on f.workspace_id = ${scope.workspaceId} and f.id = o.feedback_id
      join customers c on c.workspace_id = ${scope.workspaceId} and c.id = o.customer_id
      on conflict do nothing returning feedback_id, customer_id),
    kept as (
      insert into imported_votes (workspace_id, feedback_id, customer_id, import_id)
      select ${scope.workspaceId}::uuid, feedback_id, customer_id, ${run.importId}::uuid from added)
    select count(*)::int as count from added`.execute(tx.db)
  return counted[0]!.count
}
