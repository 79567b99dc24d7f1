import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { eventChanges } from '../events/changes.ts'
import { recordEvent } from '../events/record.ts'
import { permit } from '../platform/authorization.ts'
import type { WriteScope } from '../platform/scope.ts'
import { feedbackCan } from './permissions.ts'
import { getFeedback, lockFeedback } from './queries.ts'
import { type EditableFields, type Feedback, FeedbackUpdate, toEditableColumns } from './schema.ts'

/** Changes the editable fields of a request. Its roadmap item keeps its own texts. @throws 403; 404 */
export async function updateFeedback(tx: WriteScope, id: string, input: FeedbackUpdate): Promise<Feedback> {
  permit(feedbackCan(tx.actor).edit)
  const before = await lockFeedback(tx, id)
  const changes = pickChanges<EditableFields>(before, input)
  if (!changes) return getFeedback(tx, id)
  tx.defer(
    tx.db
      .updateTable('feedback')
      .set({
        ...toEditableColumns(changes),
        updated_at: tx.now,
        last_activity_at: tx.now,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  audit(tx, 'feedback.updated', id, describeChanges<EditableFields>(before, changes, FeedbackUpdate))
  const feedback = await getFeedback(tx, id)
  recordEvent(tx, { type: 'feedback.updated', resourceId: id, data: feedback, changes: eventChanges(before, changes) })
  return feedback
}
