import { sql } from 'kysely'
import type { WriteScope } from '../platform/scope.ts'

/** Takes back all votes of a customer, with the counters that they are in. @returns how many. */
export async function dropVotes({ db, workspaceId }: WriteScope, customerId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with gone as (
      delete from votes where workspace_id = ${workspaceId} and customer_id = ${customerId} returning feedback_id)
    update feedback f set votes = f.votes - 1 from gone
    where f.workspace_id = ${workspaceId} and f.id = gone.feedback_id`.execute(db)
  return Number(numAffectedRows)
}

/** Forgets who filed their requests, and from where: source address and metadata may name them too. @returns how many. */
export async function forgetContext({ db, workspaceId }: WriteScope, customerId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('feedback_context')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function dropReactions({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  await db
    .deleteFrom('changelog_reactions')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Messages that are on their way arrive; they are marked nowhere, and none follows. */
export async function dropDeliveries({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  await db
    .deleteFrom('deliveries')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .execute()
}

/**
 * Requests that were merged into others keep what they were (feedback/merge-kept.ts): a vote and a context of this
 * customer are taken out of that, or the whole of a request of theirs, which then cannot be brought back.
 */
export async function forgetMerges(tx: WriteScope, customerId: string, withRequests: boolean): Promise<void> {
  const { db, workspaceId } = tx
  const isTheirs = sql`kept->'context'->>'customerId' = ${customerId}`
  if (withRequests) {
    await sql`delete from feedback_merges where workspace_id = ${workspaceId} and ${isTheirs}`.execute(db)
  }
  await sql`
    update feedback_merges set kept = kept || jsonb_build_object(
      'context', case when ${isTheirs} then 'null' else kept->'context' end,
      'votes', coalesce((select jsonb_agg(v) from jsonb_array_elements(kept->'votes') v
                         where v->>'key' <> ${customerId}), '[]'))
    where workspace_id = ${workspaceId} and (${isTheirs}
      or exists (select from jsonb_array_elements(kept->'votes') v where v->>'key' = ${customerId}))`.execute(db)
}
