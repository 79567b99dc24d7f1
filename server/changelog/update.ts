import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { invalid } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { changelogCan } from './permissions.ts'
import { toUtcTimestamp, validateSchedule } from './publishing/schedule.ts'
import { getEntry, lockEntry } from './queries.ts'
import { lowercaseIds, replaceReferences, validateReferences } from './references.ts'
import type { Entry, EntryUpdate } from './schema.ts'

/** Replaces the members that are named, and no others. @throws 404; 400 as for a new entry. */
export async function updateEntry(tx: WriteScope, id: string, wanted: EntryUpdate): Promise<Entry> {
  permit(changelogCan(tx.actor).write)
  // Its own statement behind the lock: one statement would show the lists as they were before it waited.
  const [{ state }, before] = await Promise.all([lockEntry(tx, id), getEntry(tx, id)])
  const problems = [...(await validateReferences(tx, wanted)), ...validateSchedule(wanted, tx.now, state)]
  if (problems.length > 0) throw invalid(problems)
  const changes = pickChanges<EntryUpdate>(before, asStored(wanted))
  if (!changes) return before
  tx.defer(
    tx.db
      .updateTable('changelog_entries')
      .set({ ...columnsOf(changes), updated_at: tx.now })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  replaceReferences(tx, id, changes)
  audit(tx, 'changelog.updated', id, describeChanges<EntryUpdate>(before, changes))
  return getEntry(tx, id)
}

const asStored = (wanted: EntryUpdate): EntryUpdate => ({
  ...wanted,
  ...(wanted.tagIds && { tagIds: lowercaseIds(wanted.tagIds) }),
  ...(wanted.linkedFeedbackIds && { linkedFeedbackIds: lowercaseIds(wanted.linkedFeedbackIds) }),
  ...(wanted.scheduledPublishAt && { scheduledPublishAt: toUtcTimestamp(wanted.scheduledPublishAt) }),
})

/** Members that are absent are undefined, which the statement leaves out. */
const columnsOf = (changes: EntryUpdate) => ({
  title: changes.title,
  body: changes.body,
  version_label: changes.versionLabel,
  reactions_enabled: changes.reactionsEnabled,
  comments_enabled: changes.commentsEnabled,
  scheduled_publish_at: changes.scheduledPublishAt,
  scheduled_timezone: changes.scheduledTimezone,
})
