/** Whether the day or the month comes first in dates with slashes, hyphens or dots. */
export type DateOrder = 'mdy' | 'dmy'

export type ParsedDate = { iso: string } | { problem: string } | { isAmbiguous: true }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const time = String.raw`(?:,?[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?)?`
const zone = String.raw`\s*(?:\(?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)\)?)?`
const isoPattern = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${time}${zone}$`, 'i')
const numericPattern = new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})${time}${zone}$`, 'i')
// `Jan 2, 2026 3:04 PM` and `Monday, January 2nd 2026`.
const monthFirstPattern = new RegExp(
  `^(?:[a-z]{3,9},?\\s+)?([a-z]{3,9})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})${time}${zone}$`,
  'i',
)
// `2 January 2026` and RFC 2822: `Fri, 02 Jan 2026 15:04:05 +0000`.
const dayFirstPattern = new RegExp(
  `^(?:[a-z]{3,9},?\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\.?[\\s-]+([a-z]{3,9})\\.?,?[\\s-]+(\\d{4})${time}${zone}$`,
  'i',
)
const unixPattern = /^\d{9,10}(\.\d+)?$|^\d{12,13}$/

/**
 * Reads a date of an export: ISO 8601, `2026/01/31`, `1/31/2026` or `31.01.2026` with an optional time, `Jan 31, 2026` and
 * `31 January 2026` (also in RFC 2822), and Unix time in seconds or milliseconds. A time without a zone is in UTC.
 * @param order of day and month; null if it is not known
 */
export function parseDate(text: string, order: DateOrder | null): ParsedDate {
  const value = text.trim()
  if (unixPattern.test(value)) return atTime(Number(value) * (value.length >= 12 && !value.includes('.') ? 1 : 1_000))
  const iso = isoPattern.exec(value)
  if (iso) return toDate(iso[1]!, iso[2]!, iso[3]!, iso.slice(4))
  const numeric = numericPattern.exec(value)
  if (numeric) {
    const [, first, second, year] = numeric as unknown as [string, string, string, string]
    const known = orderOf(first, second) ?? (value.includes('.') ? 'dmy' : order)
    if (known === null) return { isAmbiguous: true }
    return known === 'mdy'
      ? toDate(year, first, second, numeric.slice(4))
      : toDate(year, second, first, numeric.slice(4))
  }
  const monthFirst = monthFirstPattern.exec(value)
  if (monthFirst) return toDate(monthFirst[3]!, monthNumber(monthFirst[1]!), monthFirst[2]!, monthFirst.slice(4))
  const dayFirst = dayFirstPattern.exec(value)
  if (dayFirst) return toDate(dayFirst[3]!, monthNumber(dayFirst[2]!), dayFirst[1]!, dayFirst.slice(4))
  return { problem: 'is not a date that Heed can read' }
}

/** Returns the order that a date itself shows: a day after the twelfth, or, in any order, equal day and month. */
function orderOf(first: string, second: string): DateOrder | null {
  if (Number(first) > 12) return 'dmy'
  return Number(second) > 12 || first === second ? 'mdy' : null
}

/** Returns the order of day and month that one value of a column shows for the others, or null. */
export function provenOrder(text: string): DateOrder | null {
  const numeric = numericPattern.exec(text.trim())
  if (!numeric || numeric[1] === numeric[2] || text.includes('.')) return null
  return orderOf(numeric[1]!, numeric[2]!)
}

const monthNumber = (name: string): string => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1)

function toDate(year: string, month: string, day: string, rest: (string | undefined)[]): ParsedDate {
  const [hour = '0', minute = '0', second = '0', fraction = '', half, zoneName] = rest
  const [m, d] = [Number(month), Number(day)]
  let h = Number(hour)
  if (half !== undefined) h = (h % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const moment = Date.UTC(Number(year), m - 1, d, h, Number(minute), Number(second), milliseconds)
  const back = new Date(moment)
  // `Date.UTC` turns the 31st of April into the 1st of May.
  const isReal = back.getUTCMonth() === m - 1 && back.getUTCDate() === d && h < 24 && Number(minute) < 60
  if (!isReal) return { problem: 'is not a date that exists' }
  return atTime(moment - offsetMinutes(zoneName) * 60_000)
}

function offsetMinutes(zoneName: string | undefined): number {
  const parts = /^([+-])(\d{2}):?(\d{2})?$/.exec(zoneName ?? '')
  if (!parts) return 0
  return (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3] ?? 0))
}

// No feedback was collected in a database before this, so such a date is an error in the file.
const earliest = Date.UTC(1990, 0, 1)

function atTime(moment: number): ParsedDate {
  if (!(moment >= earliest)) return { problem: 'lies before 1990' }
  if (moment > Date.UTC(2200, 0, 1)) return { problem: 'lies after 2199' }
  return { iso: new Date(moment).toISOString() }
}
