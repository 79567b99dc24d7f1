import { audit } from '../audit/record.ts'
import { recordEvent } from '../events/record.ts'
import { lockAudience } from '../notifications/announcements/filters.ts'
import { permit } from '../platform/authorization.ts'
import { newId } from '../platform/ids.ts'
import { invalid } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { replaceCover, validateCover } from './cover.ts'
import { changelogCan } from './permissions.ts'
import { defaultPlan, toPlanColumns } from './publishing/plan.ts'
import { toUtcTimestamp, validateSchedule } from './publishing/schedule.ts'
import { getEntry } from './queries.ts'
import { replaceReferences, validateReferences } from './references.ts'
import type { Entry, EntryCreate } from './schema.ts'
import type { ConsoleFields } from './update.ts'

/**
 * Creates a draft.
 * @throws 400 for ids and covers of other workspaces, a schedule in the past and an audience that does not exist; 403
 */
export async function createEntry(
  tx: WriteScope,
  input: EntryCreate,
  { plan = defaultPlan, cover = null }: ConsoleFields = {},
): Promise<Entry> {
  permit(changelogCan(tx.actor).write)
  const problems = [
    ...(await validateReferences(tx, input)),
    ...(await validateCover(tx, cover)),
    ...validateSchedule(input, tx.now, 'draft'),
  ]
  if (problems.length > 0) throw invalid(problems)
  const chosen = input.scheduledPublishAt ? plan : defaultPlan
  await lockAudience(tx, chosen.audience)
  const id = newId()
  tx.defer(
    tx.db
      .insertInto('changelog_entries')
      .values({
        workspace_id: tx.workspaceId,
        id,
        state: 'draft',
        title: input.title,
        body: input.body ?? '',
        version_label: input.versionLabel ?? null,
        reactions_enabled: input.reactionsEnabled ?? true,
        comments_enabled: input.commentsEnabled ?? true,
        scheduled_publish_at: input.scheduledPublishAt ? toUtcTimestamp(input.scheduledPublishAt) : null,
        scheduled_timezone: input.scheduledTimezone ?? null,
        ...toPlanColumns(chosen),
        created_at: tx.now,
        updated_at: tx.now,
      })
      .execute(),
  )
  replaceReferences(tx, id, input)
  if (cover !== null) replaceCover(tx, id, cover)
  audit(tx, 'changelog.created', id)
  const entry = await getEntry(tx, id)
  recordEvent(tx, { type: 'changelog.created', resourceId: id, data: entry })
  if (entry.scheduledPublishAt !== null) recordEvent(tx, { type: 'changelog.scheduled', resourceId: id, data: entry })
  return entry
}
