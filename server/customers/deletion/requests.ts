import { sql } from 'kysely'
import { unmergeFeedback } from '../../feedback/merge/unmerge.ts'
import { invalidState } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { isSubmittedBy } from './erase.ts'

const isOneBeingSent =
  'One of their requests is being sent to the issue tracker. Try again when it has its issue, or sending has failed.'

/** As a single request is not deleted then: its issue would come to nothing that is there. @throws 400 */
export async function refuseWhileSendingToTracker({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  const { rows } = await sql<{ state: string }>`
    select l.state from tracker_links l
    join feedback_context x on x.workspace_id = l.workspace_id and x.feedback_id = l.feedback_id
    where l.workspace_id = ${workspaceId} and x.customer_id = ${customerId}
    order by l.id for update of l`.execute(db)
  if (rows.some(({ state }) => state === 'creating')) throw invalidState(isOneBeingSent)
}

/** What others filed, and was merged into a request of this customer, comes back: it is not theirs to take along. */
export async function unmergeRequestsOfOthers(tx: WriteScope, customerId: string): Promise<void> {
  const { rows } = await sql<{ id: string; merges: string[] }>`
    select m.feedback_id as id, m.snapshot->'merges' as merges from feedback_merges m
    join feedback_context x on x.workspace_id = m.workspace_id and x.feedback_id = m.into_id
    where m.workspace_id = ${tx.workspaceId} and x.customer_id = ${customerId}
      and (${isSubmittedBy('m', customerId)}) is not true
    order by m.merged_at, m.feedback_id`.execute(tx.db)
  // What had been merged into one of them comes along, and stays merged into it.
  const along = new Set(rows.flatMap(({ merges }) => merges))
  for (const { id } of rows) if (!along.has(id)) await unmergeFeedback(tx, id)
}

/**
 * Those of a customer's requests that others have a part in, by a vote, a comment, a plan, an issue, an entry or a merge, are
 * theirs no more, so that they stay when the others go.
 */
export async function anonymizeSharedRequests({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  const has = (table: string, column = 'feedback_id', more = sql`true`) => sql`exists (
    select from ${sql.table(table)} o where o.workspace_id = x.workspace_id and ${sql.ref(`o.${column}`)} = x.feedback_id
      and ${more})`
  const isOfOthers = sql`o.customer_id is distinct from ${customerId}`
  await sql`
    delete from feedback_context x where x.workspace_id = ${workspaceId} and x.customer_id = ${customerId}
      and (${has('votes', 'feedback_id', isOfOthers)} or ${has('comments', 'feedback_id', isOfOthers)}
        or ${has('roadmap_items')} or ${has('tracker_links')} or ${has('changelog_entry_feedback')}
        or ${has('feedback_merges', 'into_id', sql`(${isSubmittedBy('o', customerId)}) is not true`)})`.execute(db)
}

/** Removes those that were merged away, which then cannot be brought back. @returns their ids. */
export async function deleteMergedRequests({ db, workspaceId }: WriteScope, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from feedback_merges m where m.workspace_id = ${workspaceId} and ${isSubmittedBy('m', customerId)}
    returning m.feedback_id as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes the requests of a customer; all that is under them goes by foreign key. @returns their ids. */
export async function deleteRequests({ db, workspaceId }: WriteScope, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from feedback f using feedback_context x
    where x.workspace_id = ${workspaceId} and x.customer_id = ${customerId}
      and f.workspace_id = ${workspaceId} and f.id = x.feedback_id
    returning f.id`.execute(db)
  return rows.map(({ id }) => id)
}
