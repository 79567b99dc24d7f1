import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  formatCalendarDate,
  formatCompactNumber,
  formatDate,
  formatDateTime,
  formatDayAndMonth,
  formatFullDate,
  formatFullDateTime,
  formatIsoDate,
  formatList,
  formatLongDate,
  formatNumber,
  formatRatio,
  formatTargetDelivery,
  formatVoteCount,
} from './format.ts'
import { locale } from './locale.ts'

test('numbers get separators, a compact form, or one decimal', () => {
  assert.equal(formatNumber(1_204), '1,204')
  assert.equal(formatCompactNumber(12_345), '12.3K')
  assert.equal(formatRatio(21), '21.0')
})

test('the count of a vote button has at most five characters', () => {
  const counts = [9_999, 10_000, 12_345, 123_456, 999_499, 1_000_000, 1_234_567]
  assert.deepEqual(counts.map(formatVoteCount), ['9,999', '10K', '12.3K', '123K', '999K', '1M', '1.23M'])
})

test('a list is joined with commas and “and”', () => {
  assert.equal(formatList(['a', 'b', 'c']), 'a, b, and c')
})

test('a date follows the given time zone, across midnight', () => {
  const at = new Date('2026-11-22T23:05:00Z')
  assert.equal(formatDate(at, 'UTC'), '22 Nov 2026')
  assert.equal(formatDateTime(at, 'Europe/Berlin'), '23 Nov 2026, 00:05')
  assert.equal(formatIsoDate(at, 'Europe/Berlin'), '2026-11-23')
})

test('a date has a long form, and one with its weekday', () => {
  const at = new Date('2026-09-20T23:05:00Z')
  assert.equal(formatLongDate(at, 'UTC'), '20 September 2026')
  assert.equal(formatFullDate(at, 'Europe/Berlin'), 'Monday 21 September 2026')
  assert.equal(formatFullDateTime(at, 'Europe/Berlin'), 'Monday 21 September 2026, 01:05')
})

test('a calendar date is formatted without a time zone', () => {
  assert.equal(formatCalendarDate('2027-09-02'), '2 Sep 2027')
  assert.equal(formatDayAndMonth('2027-03-12'), '12 Mar')
})

test('a target is formatted as its quarter or its day', () => {
  assert.equal(formatTargetDelivery({ precision: 'quarter', date: '2026-08-15' }), 'Q3 2026')
  assert.equal(formatTargetDelivery({ precision: 'date', date: '2027-03-02' }), '2 Mar 2027')
})

/** Formats a date from the parts that Intl returns. */
function formatParts(at: Date, timeZone: string) {
  const partsWith = (names: 'short' | 'long') => {
    const format = new Intl.DateTimeFormat(locale, {
      timeZone,
      weekday: names,
      year: 'numeric',
      month: names,
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  }
  const [short, long] = [partsWith('short'), partsWith('long')]
  const time = `${short.hour}:${short.minute}`
  const shortDate = `${short.day} ${short.month} ${short.year}`
  const longDate = `${long.day} ${long.month} ${long.year}`
  return [
    shortDate,
    `${shortDate}, ${time}`,
    longDate,
    `${long.weekday} ${longDate}`,
    `${long.weekday} ${longDate}, ${time}`,
  ]
}

test('a date equals the parts that Intl returns, in every time zone and around changes of the clock', () => {
  const dayMs = 24 * 3_600_000
  const times = fc.oneof(
    fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2100, 0, 1) }),
    // The years 1 to 9999.
    fc.integer({ min: Date.parse('0001-01-03'), max: Date.parse('9999-12-29') }),
    // The end of March, when Europe changes its clocks.
    fc.integer({ min: Date.UTC(2026, 2, 29) - dayMs, max: Date.UTC(2026, 2, 29) + dayMs }),
  )
  const zones = fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone'))
  fc.assert(
    fc.property(times, zones, (time, zone) => {
      const at = new Date(time)
      const formatters = [formatDate, formatDateTime, formatLongDate, formatFullDate, formatFullDateTime]
      assert.deepEqual(
        formatters.map((format) => format(at, zone)),
        formatParts(at, zone),
      )
    }),
    { numRuns: 500 },
  )
})

test('the same moment differs between time zones, and an invalid date is rejected', () => {
  const at = new Date('2026-11-22T23:05:00Z')
  assert.deepEqual(
    ['UTC', 'Asia/Tokyo', 'UTC'].map((zone) => formatDateTime(at, zone)),
    ['22 Nov 2026, 23:05', '23 Nov 2026, 08:05', '22 Nov 2026, 23:05'],
  )
  assert.throws(() => formatDate(new Date('yesterday'), 'UTC'), RangeError)
})
