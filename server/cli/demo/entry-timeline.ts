import { createEntry } from '../../changelog/create.ts'
import { publishEntry } from '../../changelog/publishing/publish.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { threadMoments } from './comment-timeline.ts'
import type { Releases } from './request-history.ts'
import type { Random } from './random.ts'
import { known, type Made, type Moment } from './timeline.ts'
import type { DemoEntry, DemoRequest, Version } from './tidepool/types.ts'
import { hourMs, type Times } from './timestamps.ts'
import { reactionMoments, type Tally } from './vote-timeline.ts'

const timeZone = 'Europe/Oslo'

interface Newsroom {
  made: Made
  tally: Tally
  times: Times
  random: Random
  releases: Releases
  requests: DemoRequest[]
}

/** An entry: written, and published with its version unless it is still a draft; then read and talked about. */
export function entryMoments(entry: DemoEntry, newsroom: Newsroom): Moment[] {
  const { made, times, releases, requests } = newsroom
  const write = (scope: WriteScope) => draft(scope, entry, made, requests, times.present)
  if (entry.state) return [{ at: times.deskDaysAgo(entry.daysAgo), act: write }]
  const { at } = known(releases, entry.versionLabel as Version)
  return [
    { at: Math.min(times.deskDaysAgo(entry.daysAgo + 5), at - hourMs), act: write },
    { at, act: (scope) => publishEntry(scope, known(made.entries, entry.title)) },
    ...reactionMoments(entry, at, newsroom),
    ...threadMoments(
      { on: entry.title, comments: entry.comments ?? [] },
      {
        made,
        times,
        history: { created: at },
        thread: () => ({ of: 'entry_id', id: known(made.entries, entry.title) }),
      },
    ),
  ]
}

async function draft(scope: WriteScope, entry: DemoEntry, made: Made, requests: DemoRequest[], present: number) {
  const { title, body, versionLabel, tags, links = [], commentsEnabled } = entry
  const shipped = requests.filter((request) => request.shipped && request.shipped === versionLabel)
  const { id } = await createEntry(scope, {
    title,
    body,
    versionLabel,
    tagIds: tags.map((name) => known(made.tags, name)),
    linkedFeedbackIds: [...shipped.map((request) => request.title), ...links].map((name) => known(made.feedback, name)),
    ...(commentsEnabled === false && { commentsEnabled }),
    ...(entry.state === 'scheduled' && { scheduledPublishAt: nextTuesday(present), scheduledTimezone: timeZone }),
  })
  made.entries.set(title, id)
}

/** Nine in the morning in Oslo on a Tuesday, at least three days from now. */
function nextTuesday(present: number): string {
  const soonest = Temporal.Instant.fromEpochMilliseconds(present).toZonedDateTimeISO(timeZone).add({ days: 3 })
  const days = (2 - soonest.dayOfWeek + 7) % 7
  return soonest.add({ days }).withPlainTime('09:00').toInstant().toString()
}
