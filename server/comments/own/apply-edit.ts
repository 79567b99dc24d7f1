import { recordEdit } from '../../edits/record.ts'
import { recordEvent } from '../../events/record.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { loadCommentsJson } from '../queries.ts'

/** A change of a comment's text by its author. */
export interface AppliedCommentEdit {
  id: string
  customerId: string
  isPublic: boolean
  before: string
  after: string
  /** The id of the edit, if it waited for review. */
  editId?: string
}

/**
 * Replaces the text of a comment in a locked thread with its author's new text, and keeps the earlier text for the team.
 */
export function applyCommentEdit(
  tx: WriteScope,
  { id, customerId, isPublic, before, after, editId }: AppliedCommentEdit,
): void {
  recordEdit(tx, { of: 'comment_id', id }, customerId, { title: null, body: before }, editId)
  setCommentText(tx, id, after, { isPublic })
}

/** Writes the text of a comment in a locked thread. */
export function setCommentText(tx: WriteScope, id: string, body: string, { isPublic }: { isPublic: boolean }): void {
  tx.defer(
    tx.db
      .updateTable(isPublic ? 'comments' : 'pending_comments')
      .set({ body, ...(isPublic && { updated_at: tx.now }) })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  if (isPublic) recordEvent(tx, { type: 'comment.updated', resourceId: id, data: loadCommentsJson })
}
