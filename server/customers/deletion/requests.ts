import { type RawBuilder, sql } from 'kysely'
import { eraseRequests, eraseTexts, withoutTexts } from '../../events/erase.ts'
import { recordEvent } from '../../events/record.ts'
import { unmergeFeedback } from '../../feedback/merge/unmerge.ts'
import { loadFeedbackJson } from '../../feedback/queries.ts'
import { invalidState } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { loadRoadmapJson } from '../../roadmap/queries.ts'
import { isSubmittedBy } from './erase.ts'

const beingSentMessage = 'One of this customer’s requests is being sent to your issue tracker. Try again in a minute.'

/** Rejects the deletion while a request is being sent to the tracker: its issue would link to nothing. @throws 400 */
export async function refuseWhileSendingToTracker({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  const { rows } = await sql<{ state: string }>`
    select l.state from tracker_links l
    join feedback_context x on x.workspace_id = l.workspace_id and x.feedback_id = l.feedback_id
    where l.workspace_id = ${workspaceId} and x.customer_id = ${customerId}
    order by l.id for update of l`.execute(db)
  if (rows.some(({ state }) => state === 'creating')) throw invalidState(beingSentMessage)
}

/** Unmerges other customers' requests from this customer's requests, so that the deletion keeps them. */
export async function unmergeRequestsOfOthers(tx: WriteScope, customerId: string): Promise<void> {
  const { rows } = await sql<{ id: string; merges: string[] }>`
    select m.feedback_id as id, m.snapshot->'merges' as merges from feedback_merges m
    join feedback_context x on x.workspace_id = m.workspace_id and x.feedback_id = m.into_id
    where m.workspace_id = ${tx.workspaceId} and x.customer_id = ${customerId}
      and (${isSubmittedBy('m', customerId)}) is not true
    order by m.merged_at, m.feedback_id`.execute(tx.db)
  // Unmerging a request also restores the requests merged into it, which stay merged.
  const restoredWithTarget = new Set(rows.flatMap(({ merges }) => merges))
  for (const { id } of rows) if (!restoredWithTarget.has(id)) await unmergeFeedback(tx, id, { isErasure: true })
}

/**
 * Whether others share a customer's request, so that deleting it only removes its author. A request is shared if it is
 * planned, has a roadmap item, an issue or a changelog entry, or if others have voted for it, commented on it (also if
 * the comment waits for review), or submitted a request that was merged into it.
 * @param context the alias of the request's row of `feedback_context`
 */
export function isSharedRequest(context: string, customerId: string): RawBuilder<boolean> {
  const [workspace, request] = [sql.ref(`${context}.workspace_id`), sql.ref(`${context}.feedback_id`)]
  const has = (table: string, more = sql`true`, column = 'feedback_id') => sql`exists (
    select from ${sql.table(table)} o where o.workspace_id = ${workspace} and ${sql.ref(`o.${column}`)} = ${request}
      and ${more})`
  const isOfOthers = sql`o.customer_id is distinct from ${customerId}`
  const isPlanned = sql`o.product_stage in ('planned', 'in_progress', 'completed')`
  return sql<boolean>`(${has('votes', isOfOthers)} or ${has('comments', isOfOthers)}
    or ${has('pending_comments', sql`${isOfOthers} and o.status = 'pending'`)} or ${has('feedback', isPlanned, 'id')}
    or ${has('roadmap_items')} or ${has('tracker_links')} or ${has('changelog_entry_feedback')}
    or ${has('feedback_merges', sql`(${isSubmittedBy('o', customerId)}) is not true`, 'into_id')})`
}

/**
 * Anonymizes the requests of a customer that others share, so that deleting the customer's own requests keeps them.
 * @returns the ids of the requests
 */
export async function anonymizeSharedRequests({ db, workspaceId }: WriteScope, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from feedback_context x where x.workspace_id = ${workspaceId} and x.customer_id = ${customerId}
      and ${isSharedRequest('x', customerId)} returning x.feedback_id as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes the merges of a customer's own requests, which then cannot be unmerged. @returns the ids of the requests */
export async function deleteMergedRequests(tx: WriteScope, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from feedback_merges m where m.workspace_id = ${tx.workspaceId} and ${isSubmittedBy('m', customerId)}
    returning m.feedback_id as id`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/**
 * Deletes a customer's requests, and erases what they wrote in them from the log of events; foreign keys delete what
 * refers to them.
 * @param mergedIds their requests that were merged into others
 * @returns the ids of the requests
 */
export async function deleteRequests(tx: WriteScope, customerId: string, mergedIds: string[]): Promise<string[]> {
  const { db, workspaceId } = tx
  const deleted = await recordDeletions(tx, customerId)
  eraseRequests(tx, [...deleted, ...mergedIds])
  const { rows } = await sql<{ id: string }>`
    delete from feedback f using feedback_context x
    where x.workspace_id = ${workspaceId} and x.customer_id = ${customerId}
      and f.workspace_id = ${workspaceId} and f.id = x.feedback_id
    returning f.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Records the deletion of a customer's requests and their roadmap items, and erases the texts of the items.
 * @returns the ids of the requests
 */
async function recordDeletions(tx: WriteScope, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; itemId: string | null }>`
    select x.feedback_id as id, r.id as "itemId" from feedback_context x
    left join roadmap_items r on r.workspace_id = x.workspace_id and r.feedback_id = x.feedback_id
    where x.workspace_id = ${tx.workspaceId} and x.customer_id = ${customerId}`.execute(tx.db)
  const ids = rows.map(({ id }) => id)
  const itemIds = rows.flatMap(({ itemId }) => itemId ?? [])
  const [requests, items] = await Promise.all([loadFeedbackJson(tx, ids), loadRoadmapJson(tx, itemIds)])
  for (const [id, json] of items) {
    recordEvent(tx, { type: 'roadmap.deleted', resourceId: id, data: withoutTexts(JSON.parse(json) as object) })
  }
  for (const [id, json] of requests) {
    recordEvent(tx, { type: 'feedback.deleted', resourceId: id, data: withoutTexts(JSON.parse(json) as object) })
  }
  eraseTexts(tx, itemIds)
  return ids
}
