import type { ProblemDetail } from '../../platform/problems.ts'
import type { EntryUpdate } from '../schema.ts'

type Schedule = Pick<EntryUpdate, 'scheduledPublishAt' | 'scheduledTimezone'>

/** Converts an RFC 3339 time with any offset to the stored form, UTC with milliseconds. */
export const toUtcTimestamp = (text: string): string =>
  new Date(Temporal.Instant.from(text).epochMilliseconds).toISOString()

/** Validates a schedule: it must be in the future, and a published entry has neither a schedule nor a zone. */
export function validateSchedule(schedule: Schedule, now: string, state: 'draft' | 'published'): ProblemDetail[] {
  if (state === 'published') {
    return (['scheduledPublishAt', 'scheduledTimezone'] as const)
      .filter((member) => typeof schedule[member] === 'string')
      .map((member) => ({ path: `/${member}`, message: 'cannot be set: this entry is published', code: 'published' }))
  }
  const at = schedule.scheduledPublishAt
  if (at === undefined || at === null || toUtcTimestamp(at) > now) return []
  return [{ path: '/scheduledPublishAt', message: 'must be in the future', code: 'past' }]
}
