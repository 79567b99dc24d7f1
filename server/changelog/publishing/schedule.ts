import type { ProblemDetail } from '../../platform/problems.ts'
import type { EntryUpdate } from '../schema.ts'

type Schedule = Pick<EntryUpdate, 'scheduledPublishAt' | 'scheduledTimezone'>

/** RFC 3339 with any offset, as the UTC milliseconds that are stored. */
export const toUtcTimestamp = (text: string): string =>
  new Date(Temporal.Instant.from(text).epochMilliseconds).toISOString()

/** A schedule must be ahead, and a published entry has none, nor a zone for one. */
export function validateSchedule(schedule: Schedule, now: string, state: 'draft' | 'published'): ProblemDetail[] {
  if (state === 'published') {
    return (['scheduledPublishAt', 'scheduledTimezone'] as const)
      .filter((member) => typeof schedule[member] === 'string')
      .map((member) => ({ path: `/${member}`, message: 'cannot be set: this entry is published' }))
  }
  const at = schedule.scheduledPublishAt
  if (at === undefined || at === null || toUtcTimestamp(at) > now) return []
  return [{ path: '/scheduledPublishAt', message: 'must be in the future' }]
}
