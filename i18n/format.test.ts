import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatCompactNumber,
  formatDate,
  formatDateTime,
  formatIsoDate,
  formatList,
  formatNumber,
  formatRatio,
} from './format.ts'

test('numbers get separators, a compact form, or one decimal', () => {
  assert.equal(formatNumber(1_204), '1,204')
  assert.equal(formatCompactNumber(12_345), '12.3K')
  assert.equal(formatRatio(21), '21.0')
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
