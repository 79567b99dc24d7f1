import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { wasDoneBy } from '../../audit/was-done-by.ts'
import { isSelf } from '../../customers/self/is-self.ts'
import { deleteEdits } from '../../edits/record.ts'
import { eraseRequests, eraseTexts, withoutTexts } from '../../events/erase.ts'
import { recordEvent } from '../../events/record.ts'
import { permit } from '../../platform/authorization.ts'
import { notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { keepReportEvidence } from '../../reports/evidence.ts'
import { deleteFeedbackRow } from '../merge/rows.ts'
import { listMergesInto } from '../merge/snapshot.ts'
import { keepMilestone } from '../milestones.ts'
import { getFeedback, lockFeedbackIfExists } from '../queries.ts'
import { recountTrend } from '../trend.ts'
import { getOwnRequest, type OwnRequest } from './find.ts'

/** What a deletion does: it deletes the request, or removes only its author's name and vote. */
export type DeletionOutcome = 'deleted' | 'anonymized'

/** Returns what a deletion of the request would do now. */
export const outcomeOf = ({ isShared }: Pick<OwnRequest, 'isShared'>): DeletionOutcome =>
  isShared ? 'anonymized' : 'deleted'

/**
 * Deletes a customer's own request, or withdraws it while it waits for review. A request that others share stays,
 * without its author's name, vote and earlier texts (see `isSharedRequest` in `customers/deletion/requests.ts`).
 * Changes nothing if the outcome would differ from the one that the customer confirmed. Idempotent.
 * @returns the outcome; null if it would differ from the expected one
 * @throws 404 unless the customer may see it as their own; 403
 */
export async function deleteOwnRequest(
  tx: WriteScope,
  id: string,
  customerId: string,
  expected: DeletionOutcome,
): Promise<DeletionOutcome | null> {
  permit(isSelf(tx.actor, customerId))
  const row = await lockFeedbackIfExists(tx, id)
  if (!row || !(await isSubmitter(tx, id, customerId))) {
    const isDone = await wasDoneBy(tx, id, ['feedback.deleted', 'feedback.author_removed'])
    if (!isDone) throw notFound()
    return expected
  }
  const request = await getOwnRequest(tx, id, customerId)
  const outcome = outcomeOf(request)
  if (outcome !== expected) return null
  await keepReportEvidence(tx, id)
  // The events have the earlier texts, which are deleted here.
  if (outcome === 'anonymized' && (await isEdited(tx, id))) eraseTexts(tx, [id])
  deleteEdits(tx, { of: 'feedback_id', id })
  if (outcome === 'anonymized') {
    await removeAuthor(tx, id, customerId)
    audit(tx, 'feedback.author_removed', id)
  } else {
    const [lastState, merges] = await Promise.all([getFeedback(tx, id), listMergesInto(tx, id)])
    tx.defer(deleteFeedbackRow(tx, id))
    // The log outlives the request, so it does not record the title, which the author has withdrawn.
    audit(tx, 'feedback.deleted', id)
    // Only their own requests are merged into a request that others do not share, and they are deleted with it.
    eraseRequests(tx, [id, ...merges.map((merge) => merge.id)])
    recordEvent(tx, { type: 'feedback.deleted', resourceId: id, data: withoutTexts(lastState) })
  }
  return outcome
}

async function isSubmitter({ db, workspaceId }: WriteScope, id: string, customerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('feedback_context')
    .select('feedback_id')
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row !== undefined
}

async function isEdited({ db, workspaceId }: WriteScope, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('content_edits')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes everything that connects a request with its author: the private context, the vote and the follow. */
async function removeAuthor(tx: WriteScope, id: string, customerId: string): Promise<void> {
  const own = sql`workspace_id = ${tx.workspaceId} and feedback_id = ${id} and customer_id = ${customerId}`
  await sql`delete from feedback_context where ${own}`.execute(tx.db)
  await sql`delete from follows where ${own}`.execute(tx.db)
  const { rows } = await sql<{ createdAt: string }>`
    with deleted as (delete from votes where ${own} returning feedback_id, created_at)
    update feedback set votes = votes - 1, ${keepMilestone}
    where workspace_id = ${tx.workspaceId} and id = (select feedback_id from deleted)
    returning (select created_at from deleted) as "createdAt"`.execute(tx.db)
  recountTrend(tx, [id])
  for (const { createdAt } of rows) {
    recordEvent(tx, { type: 'vote.deleted', resourceId: id, data: { feedbackId: id, customerId, createdAt } })
  }
}
