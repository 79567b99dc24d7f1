import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { wasDoneBy } from '../../audit/was-done-by.ts'
import { hasReplies } from '../../customers/deletion/comments.ts'
import { deletionMessages } from '../../customers/messages.ts'
import { isSelf } from '../../customers/self/is-self.ts'
import { deleteEdits } from '../../edits/record.ts'
import { eraseTexts, withoutTexts } from '../../events/erase.ts'
import { recordEvent } from '../../events/record.ts'
import { permit } from '../../platform/authorization.ts'
import { Problem } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { keepReportEvidence } from '../../reports/evidence.ts'
import { loadCommentsJson, type Thread } from '../queries.ts'
import { lockOwnComment } from './lock.ts'

/**
 * Deletes a customer's own comment, or withdraws it while it waits for review. A comment with replies leaves a
 * placeholder without its text and author. Unsent mail about the comment is dropped. Idempotent.
 * @throws 404 unless it is the customer's own; 403
 */
export async function deleteOwnComment(tx: WriteScope, id: string, customerId: string): Promise<void> {
  permit(isSelf(tx.actor, customerId))
  try {
    const { isPublic, thread, body } = await lockOwnComment(tx, id, customerId)
    if (isPublic) await deletePublic(tx, thread, id)
    else
      await tx.db
        .deleteFrom('pending_comments')
        .where('workspace_id', '=', tx.workspaceId)
        .where('id', '=', id)
        .execute()
    // Also while it waits for review: it may have been public before.
    eraseTexts(tx, [id])
    deleteEdits(tx, { of: 'comment_id', id })
    audit(tx, 'comment.deleted', id, {
      [thread.of === 'feedback_id' ? 'feedbackId' : 'entryId']: thread.id,
      bodyLength: [...body].length,
    })
  } catch (error) {
    const isGone = error instanceof Problem && error.code === 'not_found'
    if (!isGone || !(await wasDoneBy(tx, id, ['comment.deleted']))) throw error
  }
}

async function deletePublic(tx: WriteScope, thread: Thread, id: string): Promise<void> {
  const { db, workspaceId, now } = tx
  const states = await loadCommentsJson(tx, [id])
  await keepReportEvidence(tx, id)
  // The placeholder contains nothing to report or to mail.
  await sql`delete from content_reports where workspace_id = ${workspaceId} and comment_id = ${id}`.execute(db)
  await sql`delete from notification_events where workspace_id = ${workspaceId} and comment_id = ${id}`.execute(db)
  const { rows: kept } = await sql`
    update comments c set body = ${deletionMessages.comment}, customer_id = null, updated_at = ${now}
    where c.workspace_id = ${workspaceId} and c.id = ${id} and ${hasReplies('c')} returning c.id`.execute(db)
  if (kept.length > 0) {
    recordEvent(tx, { type: 'comment.updated', resourceId: id, data: loadCommentsJson })
    return
  }
  for (const json of states.values()) {
    recordEvent(tx, { type: 'comment.deleted', resourceId: id, data: withoutTexts(JSON.parse(json) as object) })
  }
  const table = sql.table(thread.of === 'feedback_id' ? 'feedback' : 'changelog_entries')
  await sql`
    with deleted as (delete from comments where workspace_id = ${workspaceId} and id = ${id} returning id)
    update ${table} set comments = comments - (select count(*) from deleted)
    where workspace_id = ${workspaceId} and id = ${thread.id}`.execute(db)
}
