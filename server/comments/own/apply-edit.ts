import { recordEdit } from '../../edits/record.ts'
import type { WriteScope } from '../../platform/scope.ts'

/** An author's new text for a comment. */
export interface AppliedCommentEdit {
  id: string
  customerId: string
  isPublic: boolean
  before: string
  after: string
  /** The reviewed edit, if it waited for review. */
  editId?: string
}

/** Replaces the text of a comment in a locked thread by its author's, and keeps the earlier one for the team. */
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
}
