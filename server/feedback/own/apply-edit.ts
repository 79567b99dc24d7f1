import { recordEdit } from '../../edits/record.ts'
import { differences } from '../../events/changes.ts'
import { recordEvent } from '../../events/record.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { RequestTexts } from '../public/submit.ts'
import { loadFeedbackJson } from '../queries.ts'

/** A change of a request's texts by its author. */
export interface AppliedRequestEdit {
  id: string
  customerId: string
  before: RequestTexts
  after: RequestTexts
  /** The id of the edit, if it waited for review. */
  editId?: string
}

/** Replaces the texts of a locked request with its author's new texts, and keeps the earlier texts for the team. */
export function applyRequestEdit(tx: WriteScope, { id, customerId, before, after, editId }: AppliedRequestEdit): void {
  recordEdit(tx, { of: 'feedback_id', id }, customerId, { title: before.title, body: before.description }, editId)
  setRequestTexts(tx, id, after, before)
}

/** Writes the texts of a locked request. @param before the texts until now, which the event shows if they are given */
export function setRequestTexts(
  tx: WriteScope,
  id: string,
  { title, description }: RequestTexts,
  before?: RequestTexts,
): void {
  tx.defer(
    tx.db
      .updateTable('feedback')
      .set({
        title,
        description,
        updated_at: tx.now,
        last_activity_at: tx.now,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  const changes = before && differences<RequestTexts>(before, { title, description })
  recordEvent(tx, { type: 'feedback.updated', resourceId: id, data: loadFeedbackJson, changes })
}
