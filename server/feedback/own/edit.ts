import { describeChanges, pickChanges } from '../../audit/changes.ts'
import { audit } from '../../audit/record.ts'
import { mustReviewEdit } from '../../boards/edit-rule.ts'
import { assertNotBlocked } from '../../customers/blocking/assert-not-blocked.ts'
import { isSelf } from '../../customers/self/is-self.ts'
import { dropPendingEdit, type EditOutcome, holdEdit, withdrawOwnEdit } from '../../edits/hold.ts'
import { assertEditsLeft, type EditedItem } from '../../edits/record.ts'
import { assertVersion } from '../../edits/version.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { checkRequestTexts, type RequestTexts } from '../public/submit.ts'
import { lockFeedback } from '../queries.ts'
import { type EditableFields, FeedbackUpdate } from '../schema.ts'
import { applyRequestEdit } from './apply-edit.ts'
import { getOwnRequest, shownTexts } from './find.ts'

export interface RequestEdit extends RequestTexts {
  /** The fingerprint of the texts that the author saw. */
  version: string
}

/**
 * Changes the texts of a customer's own request, and keeps the earlier ones for the team. A request that waits for
 * review stays waiting. If an edit of public text must be reviewed, it waits, and the public text stays until the team
 * approves it. Sending the same texts again changes nothing.
 * @param isSuspect whether the network is suspect (`portal/http/participate.ts`), so that the edit must wait for review
 * @throws 400 for invalid texts, and at the limit of edits; 403, including for a blocked customer; 404 unless the
 * customer may edit it; 409 if the texts have changed since the form was opened
 */
export async function editOwnRequest(
  tx: WriteScope,
  id: string,
  { version, ...input }: RequestEdit,
  { customerId, isSuspect = false }: { customerId: string; isSuspect?: boolean },
): Promise<EditOutcome> {
  permit(isSelf(tx.actor, customerId))
  checkRequestTexts(input)
  // Locks first, so that the request below is loaded after any concurrent merge, review or edit.
  await lockFeedback(tx, id)
  await assertNotBlocked(tx, customerId)
  const own = await getOwnRequest(tx, id, customerId)
  const { isPublic, policy, title, description, pendingEdit } = own
  const before = { title, description }
  const item: EditedItem = { of: 'feedback_id', id }
  if (!pickChanges<RequestTexts>(shownTexts(own), input)) return pendingEdit ? 'held' : 'saved'
  assertVersion(version, own.version)
  const changes = pickChanges<EditableFields>(before, input)
  if (!changes) {
    await withdrawOwnEdit(tx, item, customerId)
    return 'withdrawn'
  }
  if (isPublic && (isSuspect || mustReviewEdit(policy, [title, description], [input.title, input.description]))) {
    await holdEdit(tx, item, customerId, { title: input.title, body: input.description })
    return 'held'
  }
  await assertEditsLeft(tx, item)
  if (pendingEdit) dropPendingEdit(tx, item)
  applyRequestEdit(tx, { id, customerId, before, after: input })
  audit(tx, 'feedback.updated', id, describeChanges<EditableFields>(before, changes, FeedbackUpdate))
  return 'saved'
}
