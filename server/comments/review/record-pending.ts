import { audit } from '../../audit/record.ts'
import { recordNotice } from '../../events/notices.ts'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { Thread } from '../queries.ts'

/**
 * Stores a comment that waits for review in a locked thread. It is not counted and sends no notification.
 * @returns its id
 */
export function recordPendingComment(
  tx: WriteScope,
  { of, id: threadId }: Thread,
  customerId: string,
  { body, parentId = null }: { body: string; parentId?: string | null },
): string {
  const id = newId()
  tx.defer(
    tx.db
      .insertInto('pending_comments')
      .values({
        workspace_id: tx.workspaceId,
        id,
        [of]: threadId,
        parent_id: parentId,
        body,
        customer_id: customerId,
        status: 'pending',
        created_at: tx.now,
      })
      .execute(),
  )
  audit(tx, 'comment.held', id, { [of === 'feedback_id' ? 'feedbackId' : 'entryId']: threadId, customerId })
  recordNotice(tx, { kind: 'comment.pending', subjectId: id, feedbackId: of === 'feedback_id' ? threadId : null })
  return id
}
