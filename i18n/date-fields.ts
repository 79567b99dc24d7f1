import { locale } from './locale.ts'

/** A date in a time zone. Texts are assembled from it by hand: the words Intl joins them with differ between browsers. */
interface DateFields {
  year: number
  /** 0 for January. */
  month: number
  day: number
  /** 0 for Sunday. */
  weekday: number
  /** "09:05". */
  time: string
}

interface LastRead {
  time: number
  zone: string
  fields: DateFields
}

const formats = /* @__PURE__ */ new Map<string, Intl.DateTimeFormat>()
let lastRead: LastRead | undefined

/**
 * Reads the date and time in an IANA time zone. Intl writes them as one text of digits, in half the time that it takes
 * to return them as parts. @throws RangeError for an invalid date
 */
export function readDateFields(at: Date, zone: string): DateFields {
  const time = at.getTime()
  // Pages show most dates twice: as a text, and in full as its title.
  if (lastRead?.time !== time || lastRead.zone !== zone) lastRead = { time, zone, fields: parseFields(at, zone) }
  return lastRead.fields
}

function parseFields(at: Date, zone: string): DateFields {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(zone, format)
  }
  const [year, month, day, hour, minute] = format.format(at).match(/\d+/g) as [string, string, string, string, string]
  const [yearNumber, monthIndex, dayNumber] = [Number(year), Number(month) - 1, Number(day)]
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  const weekday = new Date(new Date(0).setUTCFullYear(yearNumber, monthIndex, dayNumber)).getUTCDay()
  return { year: yearNumber, month: monthIndex, day: dayNumber, weekday, time: `${hour}:${minute}` }
}

const names = /* @__PURE__ */ new Map<string, string[]>()

/** Returns the name of a month or weekday as it is in a date. */
export function nameOf(kind: 'months' | 'weekdays', length: 'short' | 'long', index: number): string {
  const key = `${kind} ${length}`
  let all = names.get(key)
  if (!all) {
    all = kind === 'months' ? listNames('month', length, 12) : listNames('weekday', length, 7)
    names.set(key, all)
  }
  return all[index]!
}

function listNames(part: 'month' | 'weekday', length: 'short' | 'long', count: number): string[] {
  const options = { weekday: length, year: 'numeric', month: length, day: 'numeric', timeZone: 'UTC' } as const
  const format = new Intl.DateTimeFormat(locale, options)
  // 2 January 2000 was a Sunday.
  const dateOf = (index: number) => (part === 'month' ? Date.UTC(2000, index, 1) : Date.UTC(2000, 0, 2 + index))
  return Array.from({ length: count }, (_, index) =>
    format
      .formatToParts(dateOf(index))
      .filter(({ type }) => type === part)
      .map(({ value }) => value)
      .join(''),
  )
}
