import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { eventChanges } from '../events/changes.ts'
import { type EventChanges, recordEvent } from '../events/record.ts'
import { lockAudience } from '../notifications/announcements/filters.ts'
import { permit } from '../platform/authorization.ts'
import { invalid } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { type CoverInput, describeCoverChange, findCover, replaceCover, validateCover } from './cover.ts'
import { changelogCan } from './permissions.ts'
import {
  defaultPlan,
  describePlanChange,
  getPublicationPlan,
  type PublicationPlan,
  toPlanColumns,
} from './publishing/plan.ts'
import { toUtcTimestamp, validateSchedule } from './publishing/schedule.ts'
import { getEntry, lockEntry } from './queries.ts'
import { lowercaseIds, replaceReferences, validateReferences } from './references.ts'
import { type Entry, EntryUpdate } from './schema.ts'

/** The fields that only the console can set. Absent fields stay as they are. */
export interface ConsoleFields {
  /** The publication plan of a scheduled entry. */
  plan?: PublicationPlan | undefined
  cover?: CoverInput | null | undefined
}

/**
 * Updates the fields that are present. If no plan is given, an entry that stays scheduled keeps its plan, and any other
 * entry gets the default plan.
 * @throws 404; 400 as for a new entry; 403
 */
export async function updateEntry(
  tx: WriteScope,
  id: string,
  input: EntryUpdate,
  { plan, cover }: ConsoleFields = {},
): Promise<Entry> {
  permit(changelogCan(tx.actor).write)
  // Reads in separate statements after the lock: the locking statement would return the lists from before it waited.
  const [{ state }, before, planBefore, coverBefore] = await Promise.all([
    lockEntry(tx, id),
    getEntry(tx, id),
    getPublicationPlan(tx, id),
    cover === undefined ? null : findCover(tx, id),
  ])
  const problems = [
    ...(await validateReferences(tx, input)),
    ...(await validateCover(tx, cover ?? null)),
    ...validateSchedule(input, tx.now, state),
  ]
  if (problems.length > 0) throw invalid(problems)
  const changes = pickChanges<EntryUpdate>(before, asStored(input))
  const isScheduled = { ...before, ...changes }.scheduledPublishAt !== null
  const isSame = isScheduled === (before.scheduledPublishAt !== null)
  const planAfter = (isScheduled ? plan : undefined) ?? (isScheduled && isSame ? planBefore : defaultPlan)
  const planChanges = pickChanges<PublicationPlan>(planBefore, planAfter)
  const coverChanges = cover === undefined ? {} : describeCoverChange(coverBefore, cover)
  const hasNewCover = Object.keys(coverChanges).length > 0
  if (!changes && !planChanges && !hasNewCover) return before
  if (planChanges) await lockAudience(tx, planAfter.audience)
  tx.defer(
    tx.db
      .updateTable('changelog_entries')
      .set({ ...columnsOf(changes ?? {}), ...toPlanColumns(planAfter), updated_at: tx.now })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  replaceReferences(tx, id, changes ?? {})
  if (cover !== undefined && hasNewCover) replaceCover(tx, id, cover)
  audit(tx, 'changelog.updated', id, {
    ...describeChanges<EntryUpdate>(before, changes, EntryUpdate),
    ...describePlanChange(planBefore, planAfter),
    ...coverChanges,
  })
  const entry = await getEntry(tx, id)
  // Plan and cover are not part of the resource, so integrators see only that `updatedAt` changed.
  const time = changes && !hasNewCover ? {} : eventChanges<Entry>(before, { updatedAt: entry.updatedAt })
  recordEntryEvents(tx, entry, { ...eventChanges<EntryUpdate>(before, changes ?? {}), ...time })
  return entry
}

/** Setting a schedule is an event of its own; clearing it is a change like others. */
function recordEntryEvents(tx: WriteScope, entry: Entry, changes: EventChanges): void {
  const event = { resourceId: entry.id, data: entry }
  const scheduleMembers = ['scheduledPublishAt', 'scheduledTimezone']
  const isSchedule = (member: string) => entry.scheduledPublishAt !== null && scheduleMembers.includes(member)
  const members = Object.entries(changes)
  const schedule = members.filter(([member]) => isSchedule(member))
  const others = members.filter(([member]) => !isSchedule(member))
  if (others.length > 0) {
    recordEvent(tx, { ...event, type: 'changelog.updated', changes: Object.fromEntries(others) })
  }
  if (schedule.length > 0) {
    recordEvent(tx, { ...event, type: 'changelog.scheduled', changes: Object.fromEntries(schedule) })
  }
}

const asStored = (input: EntryUpdate): EntryUpdate => ({
  ...input,
  ...(input.tagIds && { tagIds: lowercaseIds(input.tagIds) }),
  ...(input.linkedFeedbackIds && { linkedFeedbackIds: lowercaseIds(input.linkedFeedbackIds) }),
  ...(input.scheduledPublishAt && { scheduledPublishAt: toUtcTimestamp(input.scheduledPublishAt) }),
})

/** Absent fields are undefined, and the statement leaves them out. */
const columnsOf = (changes: EntryUpdate) => ({
  title: changes.title,
  body: changes.body,
  version_label: changes.versionLabel,
  reactions_enabled: changes.reactionsEnabled,
  comments_enabled: changes.commentsEnabled,
  scheduled_publish_at: changes.scheduledPublishAt,
  scheduled_timezone: changes.scheduledTimezone,
})
