import { invalid } from '../../platform/problems.ts'

/** A moment by the clock on a wall. */
export interface LocalTime {
  /** `2026-03-29T02:30`, as a date and time field of a form has it. */
  local: string
  /** An IANA name. */
  zone: string
  /** `+02:00` */
  offset: string
}

export interface ResolvedLocalTime {
  /** ISO 8601 in UTC, as it is stored and sent. */
  instant: string
  localTime: LocalTime
  /**
   * `skipped`: the clocks are put forward over this time, so it is as much later as they are (02:30 is 03:30).
   * `twice`: the clocks are put back over it, and the first of the two is meant. As calendars do it (RFC 5545, 3.3.5).
   */
  note: 'plain' | 'skipped' | 'twice'
}

const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/

/**
 * The moment that a local date and time in a zone is.
 * @throws 400 on `/scheduledPublishAt` or `/scheduledTimezone`
 */
export function resolveLocalTime(local: string, zone: string): ResolvedLocalTime {
  const plain = parsePlainDateTime(local)
  if (plain === null) {
    throw invalid([{ path: '/scheduledPublishAt', message: 'must be a date and time such as 2026-09-30T09:00' }])
  }
  const [first, second] = disambiguate(plain, zone)
  const isSkipped = !first.toPlainDateTime().equals(plain)
  const isTwice = !isSkipped && first.epochMilliseconds !== second.epochMilliseconds
  // "Compatible" in Temporal's words: a time that is skipped moves forward, of one that comes twice the first is meant.
  const meant = isSkipped ? second : first
  return {
    instant: new Date(meant.epochMilliseconds).toISOString(),
    localTime: toLocalTime(meant),
    note: isSkipped ? 'skipped' : isTwice ? 'twice' : 'plain',
  }
}

/** A moment as the clocks of each zone show it. @throws 400 for what is no zone */
export const toLocalTimes = (instant: string, zones: string[]): LocalTime[] =>
  zones.map((zone) => toLocalTime(withTimeZone(zone, () => Temporal.Instant.from(instant).toZonedDateTimeISO(zone))))

function parsePlainDateTime(local: string): Temporal.PlainDateTime | null {
  if (!shape.test(local)) return null
  try {
    return Temporal.PlainDateTime.from(local, { overflow: 'reject' })
  } catch {
    return null
  }
}

/** Where clocks change, a local time can be read in two ways; elsewhere both are the same. */
const disambiguate = (plain: Temporal.PlainDateTime, zone: string) =>
  withTimeZone(zone, () =>
    (['earlier', 'later'] as const).map((disambiguation) => plain.toZonedDateTime(zone, { disambiguation })),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime]

function withTimeZone<T>(zone: string, read: () => T): T {
  try {
    return read()
  } catch {
    throw invalid([{ path: '/scheduledTimezone', message: `must be an IANA time zone; "${zone}" is none` }])
  }
}

const toLocalTime = (moment: Temporal.ZonedDateTime): LocalTime => ({
  local: moment.toPlainDateTime().toString({ smallestUnit: 'minute' }),
  zone: moment.timeZoneId,
  offset: moment.offset,
})
