import { locale } from './messages.ts'

const wholeNumbers = new Intl.NumberFormat(locale)
const compactNumbers = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const conjunctions = new Intl.ListFormat(locale, { type: 'conjunction' })

/** Formats a number with separators for thousands: "1,204". */
export const formatNumber = (value: number): string => wholeNumbers.format(value)

/** Formats a large number for a narrow place: "12.3K". */
export const formatCompactNumber = (value: number): string => compactNumbers.format(value)

/** Formats a ratio with exactly one decimal: "4.5". */
export const formatRatio = (value: number): string => oneDecimal.format(value)

/** Formats a list: "a, b, and c". */
export const formatList = (parts: readonly string[]): string => conjunctions.format(parts)

/** Formats a date in an IANA time zone: "22 Nov 2026". */
export function formatDate(at: Date, zone: string): string {
  const part = dateParts(at, zone)
  return `${part('day')} ${part('month')} ${part('year')}`
}

/** Formats a date and time in an IANA time zone: "22 Nov 2026, 14:05". */
export function formatDateTime(at: Date, zone: string): string {
  const part = dateParts(at, zone)
  return `${formatDate(at, zone)}, ${part('hour')}:${part('minute')}`
}

/** Formats a date as the value of a date input: "2026-11-22". */
export const formatIsoDate = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the parts to assemble by hand: the words Intl joins them with differ between browsers and Node.js. */
function dateParts(at: Date, zone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, {
      timeZone: zone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(zone, format)
  }
  const parts = format.formatToParts(at)
  return (type) => parts.find((part) => part.type === type)?.value ?? ''
}
