import { audit } from '../audit/record.ts'
import { assertEditsLeft, recordEdit } from '../edits/record.ts'
import { assertVersion, textVersion } from '../edits/version.ts'
import { recordEvent } from '../events/record.ts'
import { recordMentions } from '../inbox/mentions/record.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import { type Static, Strict, Text, Type } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { commentsCan } from './permissions.ts'
import { loadCommentsJson } from './queries.ts'

export const CommentEdit = Strict({
  body: Text({ min: 1, max: 10_000 }),
  /** The fingerprint of the text that the author saw. */
  version: Type.String(),
})
export type CommentEdit = Static<typeof CommentEdit>

/**
 * Changes a reply or team note that the acting member wrote, and keeps the earlier text for the team. Saving the same
 * text again changes nothing. An edit sends customers no mail; mail that is still to be sent contains the new text. It
 * notifies members whom only the new text mentions.
 * @param mentionedIds the members that the author picked for the names in the text
 * @returns whether the text changed.
 * @throws 400 at the limit of edits; 403; 404 for a comment of anyone else; 409 if the text has changed since
 */
export async function editComment(
  tx: WriteScope,
  id: string,
  { body, version }: CommentEdit,
  mentionedIds: readonly string[] = [],
): Promise<boolean> {
  permit(commentsCan(tx.actor).reply)
  const before = await lockCommentOfMember(tx, id)
  if (body === before.body) return false
  assertVersion(version, textVersion(before.body))
  const item = { of: 'comment_id', id } as const
  await assertEditsLeft(tx, item)
  recordEdit(tx, item, null, { title: null, body: before.body })
  tx.defer(
    tx.db
      .updateTable('comments')
      .set({ body, updated_at: tx.now })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  const { feedback_id: feedbackId } = before
  if (body.includes('@') || before.body.includes('@')) {
    const thread =
      feedbackId === null
        ? ({ of: 'entry_id', id: before.entry_id! } as const)
        : ({ of: 'feedback_id', id: feedbackId } as const)
    await recordMentions(tx, { id, thread, body }, mentionedIds)
  }
  audit(tx, 'comment.edited', id, {
    ...(feedbackId === null ? { entryId: before.entry_id } : { feedbackId }),
    bodyLength: [[...before.body].length, [...body].length],
  })
  // Team notes are not events.
  if (!before.is_internal) recordEvent(tx, { type: 'comment.updated', resourceId: id, data: loadCommentsJson })
  return true
}

/** @throws 404 unless the acting member wrote it */
async function lockCommentOfMember({ db, workspaceId, actor }: WriteScope, id: string) {
  const memberId = actor.type === 'member' ? actor.id : null
  const row =
    memberId === null
      ? undefined
      : await db
          .selectFrom('comments')
          .select(['body', 'is_internal', 'feedback_id', 'entry_id'])
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .where('member_id', '=', memberId)
          .forUpdate()
          .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
