import type { Audience } from '../../notifications/announcements/audience.ts'
import { countAnnouncementRecipients } from '../../notifications/recipients/announcement-recipients.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { changelogCan } from '../permissions.ts'
import { publishEntry } from '../publishing/publish.ts'
import { type EntryVersion, lockUnchangedEntry } from './save.ts'

/**
 * Publishes the version of an entry that the member has seen before confirming.
 * @returns how many customers get an email: none if the entry was already published
 * @throws 403, 404; 400 on `/updatedAt` if the entry has changed since
 */
export async function publishUnchangedEntry(
  tx: WriteScope,
  version: EntryVersion,
  audience: Audience = 'everyone',
): Promise<{ recipients: number }> {
  permit(changelogCan(tx.actor).publish)
  const { state } = await lockUnchangedEntry(tx, version)
  await publishEntry(tx, version.id, audience)
  if (state === 'published' || audience === 'nobody') return { recipients: 0 }
  return countAnnouncementRecipients(tx, { audience, entryId: version.id })
}
