import { type RawBuilder, sql } from 'kysely'
import { recountTrend } from '../../feedback/trend.ts'
import type { WriteScope } from '../../platform/scope.ts'

/** Takes back all votes of a customer, with the counters that they are in. @returns how many. */
export async function deleteVotes(tx: WriteScope, customerId: string): Promise<number> {
  const { db, workspaceId } = tx
  const { rows } = await sql<{ id: string }>`
    with gone as (
      delete from votes where workspace_id = ${workspaceId} and customer_id = ${customerId} returning feedback_id)
    update feedback f set votes = f.votes - 1 from gone
    where f.workspace_id = ${workspaceId} and f.id = gone.feedback_id returning f.id`.execute(db)
  recountTrend(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/** Forgets who filed their requests, and from where: source address and metadata may name them too. @returns how many. */
export async function deleteFeedbackContext({ db, workspaceId }: WriteScope, customerId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('feedback_context')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function deleteReactions({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  await db
    .deleteFrom('changelog_reactions')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Messages that are on their way arrive; they are marked nowhere, and none follows. */
export async function deleteDeliveries({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  await db
    .deleteFrom('notification_deliveries')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .execute()
}

/** A code to sign in with that waits for them has their address. */
export async function deleteCodes({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  await sql`
    delete from customer_codes where workspace_id = ${workspaceId} and email = (
      select lower(c.email) from customers c where c.workspace_id = ${workspaceId} and c.id = ${customerId})`.execute(
    db,
  )
}

/** Whether a request that was merged was filed by this customer. @param merge the alias of the row. */
export const isSubmittedBy = (merge: string, customerId: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${merge}.snapshot`)}->'context'->>'customer_id' = ${customerId}`

/** Whether what is kept of a merged request names this customer: as who filed it, or as a voter. */
export const snapshotNames = (merge: string, customerId: string): RawBuilder<boolean> =>
  sql<boolean>`(${isSubmittedBy(merge, customerId)} or exists (
    select from jsonb_array_elements(${sql.ref(`${merge}.snapshot`)}->'votes') v where v->>'key' = ${customerId}))`

/**
 * Requests that were merged into others keep what they were (feedback/merge-kept.ts): a vote and a context of this
 * customer are taken out of that.
 */
export async function eraseFromMergeSnapshots({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  await sql`
    update feedback_merges m set snapshot = snapshot || jsonb_build_object(
      'context', case when ${isSubmittedBy('m', customerId)} then 'null' else snapshot->'context' end,
      'votes', coalesce((select jsonb_agg(v) from jsonb_array_elements(snapshot->'votes') v
                         where v->>'key' <> ${customerId}), '[]'))
    where m.workspace_id = ${workspaceId} and ${snapshotNames('m', customerId)}`.execute(db)
}
