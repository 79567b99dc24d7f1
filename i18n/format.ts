import { nameOf, readDateFields } from './date-fields.ts'
import { locale } from './locale.ts'

// Marked as pure, so that a script of a public page contains only what it uses.
const wholeNumbers = /* @__PURE__ */ new Intl.NumberFormat(locale)
const compactNumbers = /* @__PURE__ */ new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
const shortNumbers = /* @__PURE__ */ new Intl.NumberFormat(locale, {
  notation: 'compact',
  maximumSignificantDigits: 3,
})
const oneDecimal = /* @__PURE__ */ new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const conjunctions = /* @__PURE__ */ new Intl.ListFormat(locale, { type: 'conjunction' })

/** Formats a number with separators for thousands: "1,204". */
export const formatNumber = (value: number): string => wholeNumbers.format(value)

/** Formats a large number for a narrow place: "12.3K". */
export const formatCompactNumber = (value: number): string => compactNumbers.format(value)

/** Formats the count of a vote button, which has room for five characters: "9,999", "12.3K", "1.23M". */
export const formatVoteCount = (value: number): string => (value < 10_000 ? wholeNumbers : shortNumbers).format(value)

/** Formats a ratio with exactly one decimal: "4.5". */
export const formatRatio = (value: number): string => oneDecimal.format(value)

/** Formats a list: "a, b, and c". */
export const formatList = (parts: readonly string[]): string => conjunctions.format(parts)

/** Formats a date in an IANA time zone: "22 Nov 2026". */
export function formatDate(at: Date, zone: string): string {
  const { day, month, year } = readDateFields(at, zone)
  return `${day} ${nameOf('months', 'short', month)} ${year}`
}

/** Formats a date and time in an IANA time zone: "22 Nov 2026, 14:05". */
export const formatDateTime = (at: Date, zone: string): string =>
  `${formatDate(at, zone)}, ${readDateFields(at, zone).time}`

/** Formats a date with the name of its month: "22 November 2026". */
export function formatLongDate(at: Date, zone: string): string {
  const { day, month, year } = readDateFields(at, zone)
  return `${day} ${nameOf('months', 'long', month)} ${year}`
}

/** Formats a date with the name of its weekday: "Sunday 22 November 2026". */
export const formatFullDate = (at: Date, zone: string): string =>
  `${nameOf('weekdays', 'long', readDateFields(at, zone).weekday)} ${formatLongDate(at, zone)}`

/** Formats a date and time with the name of the weekday: "Sunday 22 November 2026, 14:05". */
export const formatFullDateTime = (at: Date, zone: string): string =>
  `${formatFullDate(at, zone)}, ${readDateFields(at, zone).time}`

/** Formats a calendar date, which is the same in every time zone: "2027-03-12" as "12 Mar 2027". */
export const formatCalendarDate = (date: string): string => formatDate(new Date(date), 'UTC')

/** Formats a calendar date without its year: "2027-03-12" as "12 Mar". */
export function formatDayAndMonth(date: string): string {
  const { day, month } = readDateFields(new Date(date), 'UTC')
  return `${day} ${nameOf('months', 'short', month)}`
}

/** When a roadmap item is to be delivered: on a day, such as `2026-09-30`, or in the quarter of that day. */
export interface TargetDelivery {
  precision: 'quarter' | 'date'
  date: string
}

/** Formats a target: "Q3 2026" or "12 Mar 2027". */
export const formatTargetDelivery = ({ precision, date }: TargetDelivery): string =>
  precision === 'date' ? formatCalendarDate(date) : `Q${Math.ceil(Number(date.slice(5, 7)) / 3)} ${date.slice(0, 4)}`

/** Formats a date as the value of a date input: "2026-11-22". */
export const formatIsoDate = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
