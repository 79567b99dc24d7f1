import { createEntry } from '../../changelog/create.ts'
import { publishEntry } from '../../changelog/publishing/publish.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { threadTimeline } from './comment-timeline.ts'
import type { Random } from './random.ts'
import type { ReleaseDates } from './request-history.ts'
import type { DemoEntry, DemoRequest, Version } from './tidepool/types.ts'
import { type CreatedIds, getOrThrow, type TimelineStep } from './timeline.ts'
import { hourMs, type Timestamps } from './timestamps.ts'
import { type EngagementBatch, reactionTimeline } from './vote-timeline.ts'

const timeZone = 'Europe/Oslo'

interface EntryContext {
  createdIds: CreatedIds
  batch: EngagementBatch
  times: Timestamps
  random: Random
  releases: ReleaseDates
  requests: DemoRequest[]
}

/** Builds the steps of an entry: written, published unless it is a draft, then reactions and comments. */
export function entryTimeline(entry: DemoEntry, deps: EntryContext): TimelineStep[] {
  const { createdIds, times, releases, requests } = deps
  const write = (scope: WriteScope) => createDraft(scope, entry, createdIds, requests, times.present)
  if (entry.state) return [{ at: times.staffDaysAgo(entry.daysAgo), run: write }]
  const { at } = getOrThrow(releases, entry.versionLabel as Version)
  return [
    { at: Math.min(times.staffDaysAgo(entry.daysAgo + 5), at - hourMs), run: write },
    { at, run: (scope) => publishEntry(scope, getOrThrow(createdIds.entries, entry.title)) },
    ...reactionTimeline(entry, at, deps),
    ...threadTimeline(
      { on: entry.title, comments: entry.comments ?? [] },
      {
        createdIds,
        times,
        history: { created: at },
        thread: () => ({ of: 'entry_id', id: getOrThrow(createdIds.entries, entry.title) }),
      },
    ),
  ]
}

async function createDraft(
  scope: WriteScope,
  entry: DemoEntry,
  createdIds: CreatedIds,
  requests: DemoRequest[],
  present: number,
) {
  const { title, body, versionLabel, tags, links = [], commentsEnabled } = entry
  const shipped = requests.filter((request) => request.shipped && request.shipped === versionLabel)
  const { id } = await createEntry(scope, {
    title,
    body,
    versionLabel,
    tagIds: tags.map((name) => getOrThrow(createdIds.tags, name)),
    linkedFeedbackIds: [...shipped.map((request) => request.title), ...links].map((name) =>
      getOrThrow(createdIds.feedback, name),
    ),
    ...(commentsEnabled === false && { commentsEnabled }),
    ...(entry.state === 'scheduled' && { scheduledPublishAt: nextTuesday(present), scheduledTimezone: timeZone }),
  })
  createdIds.entries.set(title, id)
}

/** Returns nine in the morning in Oslo on a Tuesday, at least three days from now. */
function nextTuesday(present: number): string {
  const soonest = Temporal.Instant.fromEpochMilliseconds(present).toZonedDateTimeISO(timeZone).add({ days: 3 })
  const days = (2 - soonest.dayOfWeek + 7) % 7
  return soonest.add({ days }).withPlainTime('09:00').toInstant().toString()
}
