import { describeChanges, pickChanges } from '../../audit/changes.ts'
import { audit } from '../../audit/record.ts'
import { ruleAgainstEdit } from '../../boards/edit-rule.ts'
import { assertNotBlocked } from '../../customers/blocking/assert-not-blocked.ts'
import { isSelf } from '../../customers/self/is-self.ts'
import { editMessages } from '../../edits/messages.ts'
import { recordEdit } from '../../edits/record.ts'
import { assertVersion } from '../../edits/version.ts'
import { permit } from '../../platform/authorization.ts'
import { invalidState } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { checkRequestTexts, type RequestTexts } from '../public/submit.ts'
import { lockFeedback } from '../queries.ts'
import { type EditableFields, FeedbackUpdate } from '../schema.ts'
import { searchKeys } from '../search/search-keys.ts'
import { getOwnRequest } from './find.ts'

export interface RequestEdit extends RequestTexts {
  /** The fingerprint of the texts that the author saw. */
  version: string
}

/**
 * Changes the texts of a customer's own request, and keeps the earlier ones for the team. A request that waits for
 * review stays waiting. Public text cannot be changed in a way that its board would hold for review. Sending the same
 * texts again changes nothing.
 * @param isSuspect whether the network sends too much (`portal/http/participate.ts`)
 * @throws 400 for invalid texts, for an edit that would need review, and at the limit of edits; 403, including for a
 * blocked customer; 404 unless the customer may edit it; 409 if the texts have changed since the form was opened
 */
export async function editOwnRequest(
  tx: WriteScope,
  id: string,
  { version, ...input }: RequestEdit,
  { customerId, isSuspect = false }: { customerId: string; isSuspect?: boolean },
): Promise<void> {
  permit(isSelf(tx.actor, customerId))
  checkRequestTexts(input)
  // Locks first, so that the request below is loaded after any concurrent merge, review or edit.
  await lockFeedback(tx, id)
  await assertNotBlocked(tx, customerId)
  const { isPublic, policy, title, description } = await getOwnRequest(tx, id, customerId)
  const before = { title, description }
  const changes = pickChanges<EditableFields>(before, input)
  if (!changes) return
  assertVersion(version, title, description)
  if (isPublic) {
    const rule = ruleAgainstEdit(policy, [title, description], [input.title, input.description])
    if (rule !== null || isSuspect) throw invalidState(editMessages.held[rule ?? 'flood'])
  }
  await recordEdit(tx, { of: 'feedback_id', id }, customerId, { title, body: description })
  tx.defer(
    tx.db
      .updateTable('feedback')
      .set({
        ...input,
        search_keys: searchKeys(tx.workspaceId, input.title, input.description),
        updated_at: tx.now,
        last_activity_at: tx.now,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  audit(tx, 'feedback.updated', id, describeChanges<EditableFields>(before, changes, FeedbackUpdate))
}
