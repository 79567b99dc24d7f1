import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { type Static, Strict, Type } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { workspaceCan } from './permissions.ts'

export const MailSenderUpdate = Strict({
  senderName: Type.Optional(Type.String({ 'x-text': true, maxLength: 100, pattern: '^[^\\p{Cc}\\p{Zl}\\p{Zp}]+$' })),
  replyTo: Type.Optional(Type.String({ 'x-text': true, format: 'email', maxLength: 254 })),
})
export type MailSenderUpdate = Static<typeof MailSenderUpdate>

/**
 * Sets the sender name and the reply-to address of a workspace's mail; omitted fields stay unchanged.
 * @returns both fields; null stands for the workspace's name and for `MAIL_FROM`. @throws 403
 */
export async function updateMailSender(tx: WriteScope, { senderName, replyTo }: MailSenderUpdate) {
  permit(workspaceCan(tx.actor).update)
  const before = await tx.db
    .selectFrom('workspaces')
    .where('workspace_id', '=', tx.workspaceId)
    .select(['sender_name', 'reply_to'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const after = { senderName: senderName ?? before.sender_name, replyTo: replyTo ?? before.reply_to }
  if (after.senderName === before.sender_name && after.replyTo === before.reply_to) return after
  tx.defer(
    tx.db
      .updateTable('workspaces')
      .set({ sender_name: after.senderName, reply_to: after.replyTo })
      .where('workspace_id', '=', tx.workspaceId)
      .execute(),
  )
  audit(tx, 'workspace.mail_sender_updated', tx.workspaceId, after)
  return after
}
