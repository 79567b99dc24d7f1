import { audit } from '../../audit/record.ts'
import { mustReviewEdit } from '../../boards/edit-rule.ts'
import { assertNotBlocked } from '../../customers/blocking/assert-not-blocked.ts'
import { isSelf } from '../../customers/self/is-self.ts'
import { dropPendingEdit, type EditOutcome, holdEdit, withdrawOwnEdit } from '../../edits/hold.ts'
import { assertEditsLeft, type EditedItem } from '../../edits/record.ts'
import { assertVersion } from '../../edits/version.ts'
import { permit } from '../../platform/authorization.ts'
import { notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { checkOwnComment } from '../post-own.ts'
import { getCommentPolicy } from '../review/must-await-review.ts'
import { applyCommentEdit } from './apply-edit.ts'
import { lockOwnComment } from './lock.ts'

export interface CommentEdit {
  body: string
  /** The fingerprint of the text that the author saw. */
  version: string
}

/**
 * Changes a customer's own comment, and keeps the earlier text for the team. A waiting comment stays waiting. If an
 * edit of public text must be reviewed, it waits, and the public text stays until the team approves it. Sending the
 * same text again changes nothing, and an edit sends no mail.
 * @param isSuspect whether the network is suspect (`portal/http/participate.ts`), so that the edit must wait for review
 * @throws 400 for an invalid text, and at the limit of edits; 403, including for a blocked customer; 404 unless the
 * customer may edit it; 409 if the text has changed since the form was opened
 */
export async function editOwnComment(
  tx: WriteScope,
  id: string,
  { body, version }: CommentEdit,
  { customerId, isSuspect = false }: { customerId: string; isSuspect?: boolean },
): Promise<EditOutcome> {
  permit(isSelf(tx.actor, customerId))
  const input = { body }
  checkOwnComment(input)
  const before = await lockOwnComment(tx, id, customerId)
  await assertNotBlocked(tx, customerId)
  if (!before.isEditable) throw notFound()
  const { isPublic, thread, pendingEdit } = before
  const item: EditedItem = { of: 'comment_id', id }
  if (input.body === (pendingEdit?.body ?? before.body)) return pendingEdit ? 'held' : 'saved'
  assertVersion(version, before.version)
  if (input.body === before.body) {
    await withdrawOwnEdit(tx, item, customerId)
    return 'withdrawn'
  }
  if (isPublic && (isSuspect || mustReviewEdit(await getCommentPolicy(tx, thread), [before.body], [input.body]))) {
    await holdEdit(tx, item, customerId, { title: null, body: input.body })
    return 'held'
  }
  await assertEditsLeft(tx, item)
  if (pendingEdit) dropPendingEdit(tx, item)
  applyCommentEdit(tx, { id, customerId, isPublic, before: before.body, after: input.body })
  audit(tx, 'comment.edited', id, {
    [thread.of === 'feedback_id' ? 'feedbackId' : 'entryId']: thread.id,
    bodyLength: [[...before.body].length, [...input.body].length],
  })
  return 'saved'
}
