import { invalid } from '../../platform/problems.ts'

/** A local date and time in a time zone. */
export interface LocalTime {
  /** In the format of a `datetime-local` field: `2026-03-29T02:30`. */
  local: string
  /** An IANA time zone name. */
  zone: string
  /** `+02:00` */
  offset: string
}

export interface ResolvedLocalTime {
  /** ISO 8601 in UTC, as stored and sent. */
  instant: string
  localTime: LocalTime
  /**
   * `skipped`: clocks go forward over this time, so it moves forward by the same amount (02:30 becomes 03:30).
   * `twice`: clocks go back over it, and the first occurrence counts. As in calendars (RFC 5545, section 3.3.5).
   */
  note: 'plain' | 'skipped' | 'twice'
}

const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/

/**
 * Converts a local date and time in a zone to an instant.
 * @throws 400 on `/scheduledPublishAt` or `/scheduledTimezone`
 */
export function resolveLocalTime(local: string, zone: string): ResolvedLocalTime {
  const plain = parsePlainDateTime(local)
  if (plain === null) {
    throw invalid([
      { path: '/scheduledPublishAt', message: 'must be a date and time such as 2026-09-30T09:00', code: 'date-time' },
    ])
  }
  const [first, second] = disambiguate(plain, zone)
  const isSkipped = !first.toPlainDateTime().equals(plain)
  const isTwice = !isSkipped && first.epochMilliseconds !== second.epochMilliseconds
  // Temporal's "compatible": a skipped time moves forward, and the first occurrence of a repeated time counts.
  const resolved = isSkipped ? second : first
  return {
    instant: new Date(resolved.epochMilliseconds).toISOString(),
    localTime: toLocalTime(resolved),
    note: isSkipped ? 'skipped' : isTwice ? 'twice' : 'plain',
  }
}

/** Converts an instant to the local time of each zone. @throws 400 for an unknown zone */
export const toLocalTimes = (instant: string, zones: string[]): LocalTime[] =>
  zones.map((zone) => toLocalTime(withTimeZone(zone, () => Temporal.Instant.from(instant).toZonedDateTimeISO(zone))))

function parsePlainDateTime(local: string): Temporal.PlainDateTime | null {
  if (!shape.test(local)) return null
  try {
    return Temporal.PlainDateTime.from(local, { overflow: 'reject' })
  } catch {
    // The shape allows dates that do not exist, such as 30 February.
    return null
  }
}

/** Returns the earlier and the later reading of a local time, which differ only where clocks change. */
const disambiguate = (plain: Temporal.PlainDateTime, zone: string) =>
  withTimeZone(zone, () =>
    (['earlier', 'later'] as const).map((disambiguation) => plain.toZonedDateTime(zone, { disambiguation })),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime]

function withTimeZone<T>(zone: string, read: () => T): T {
  try {
    return read()
  } catch {
    // Temporal throws a RangeError for an unknown time zone.
    throw invalid([
      { path: '/scheduledTimezone', message: `must be an IANA time zone; "${zone}" is not`, code: 'timezone' },
    ])
  }
}

const toLocalTime = (time: Temporal.ZonedDateTime): LocalTime => ({
  local: time.toPlainDateTime().toString({ smallestUnit: 'minute' }),
  zone: time.timeZoneId,
  offset: time.offset,
})
