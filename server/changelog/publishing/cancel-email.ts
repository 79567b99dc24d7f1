import { audit } from '../../audit/record.ts'
import { cancelAnnouncement } from '../../notifications/announcements/announce.ts'
import { takeBackMail } from '../../notifications/events/take-back.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { changelogCan } from '../permissions.ts'
import { getEntryState } from '../queries.ts'

/**
 * Cancels the email about a published entry before it is sent, and the email about the requests that were completed
 * with it, by any member. The entry stays published, and is not announced later.
 * @returns whether no one will be emailed; false if the email is already being sent
 * @throws 403, 404
 */
export async function cancelEmail(tx: WriteScope, id: string): Promise<boolean> {
  permit(changelogCan(tx.actor).publish)
  await getEntryState(tx, id)
  const isCanceled = await cancelAnnouncement(tx, id)
  if (isCanceled) audit(tx, 'changelog.mail_canceled', id)
  await cancelCompletionEmail(tx, id)
  return isCanceled !== false
}

/** Cancels the email about the stages that the HTTP request of the publication has changed. */
async function cancelCompletionEmail(tx: WriteScope, id: string): Promise<void> {
  const publication = await tx.db
    .selectFrom('audit_events')
    .select(['actor_id', 'request_id'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('target_id', '=', id)
    .where('type', '=', 'changelog.published')
    // Only the console completes requests with a publication that can be canceled.
    .where('actor_type', '=', 'member')
    .executeTakeFirst()
  if (!publication || publication.request_id === null) return
  await takeBackMail(tx, publication.request_id, { type: 'member', id: publication.actor_id })
}
