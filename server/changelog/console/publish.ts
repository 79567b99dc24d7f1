import { countAnnouncementRecipients } from '../../notifications/recipients/announcement-recipients.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { changelogCan } from '../permissions.ts'
import { type PublicationChoice, publishEntry } from '../publishing/publish.ts'
import { type EntryVersion, lockUnchangedEntry } from './save.ts'

export interface PublicationResult {
  /** The number of customers who get an email; zero if the entry was already published. */
  recipients: number
  /** The number of linked requests that were completed. */
  completed: number
}

/**
 * Publishes the version of an entry that the member has seen before confirming. Its email can be canceled for two minutes.
 * @throws 403, 404; 400 on `/updatedAt` if the entry has changed since
 */
export async function publishUnchangedEntry(
  tx: WriteScope,
  version: EntryVersion,
  choice?: PublicationChoice,
): Promise<PublicationResult> {
  permit(changelogCan(tx.actor).publish)
  await lockUnchangedEntry(tx, version)
  const { entry, audience, completed } = await publishEntry(tx, version.id, choice, { isCancelable: true })
  if (audience === 'nobody') return { recipients: 0, completed }
  const { recipients } = await countAnnouncementRecipients(tx, { audience, linkedIds: entry.linkedFeedbackIds })
  return { recipients, completed }
}
