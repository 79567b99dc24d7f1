import { audit } from '../../audit/record.ts'
import { ruleAgainstEdit } from '../../boards/edit-rule.ts'
import { assertNotBlocked } from '../../customers/blocking/assert-not-blocked.ts'
import { isSelf } from '../../customers/self/is-self.ts'
import { editMessages } from '../../edits/messages.ts'
import { recordEdit } from '../../edits/record.ts'
import { assertVersion } from '../../edits/version.ts'
import { permit } from '../../platform/authorization.ts'
import { invalidState, notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { checkOwnComment } from '../post-own.ts'
import { getCommentPolicy } from '../review/must-await-review.ts'
import { lockOwnComment } from './lock.ts'

export interface CommentEdit {
  body: string
  /** The fingerprint of the text that the author saw. */
  version: string
}

/**
 * Changes a customer's own comment, and keeps the earlier text for the team. A waiting comment stays waiting. Public
 * text cannot be changed in a way that would have to be reviewed. Sending the same text again changes nothing, and an
 * edit sends no mail.
 * @param isSuspect whether the network sends too much (`portal/http/participate.ts`)
 * @throws 400 for an invalid text, for an edit that would need review, and at the limit of edits; 403, including for a
 * blocked customer; 404 unless the customer may edit it; 409 if the text has changed since the form was opened
 */
export async function editOwnComment(
  tx: WriteScope,
  id: string,
  { body, version }: CommentEdit,
  { customerId, isSuspect = false }: { customerId: string; isSuspect?: boolean },
): Promise<void> {
  permit(isSelf(tx.actor, customerId))
  const input = { body }
  checkOwnComment(input)
  const before = await lockOwnComment(tx, id, customerId)
  await assertNotBlocked(tx, customerId)
  if (!before.isEditable) throw notFound()
  if (input.body === before.body) return
  assertVersion(version, before.body)
  if (before.isPublic) {
    const rule = ruleAgainstEdit(await getCommentPolicy(tx, before.thread), [before.body], [input.body])
    if (rule !== null || isSuspect) throw invalidState(editMessages.held[rule ?? 'flood'])
  }
  await recordEdit(tx, { of: 'comment_id', id }, customerId, { title: null, body: before.body })
  tx.defer(
    tx.db
      .updateTable(before.isPublic ? 'comments' : 'pending_comments')
      .set({ body: input.body, ...(before.isPublic && { updated_at: tx.now }) })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  const { of, id: threadId } = before.thread
  audit(tx, 'comment.edited', id, {
    [of === 'feedback_id' ? 'feedbackId' : 'entryId']: threadId,
    bodyLength: [[...before.body].length, [...input.body].length],
  })
}
