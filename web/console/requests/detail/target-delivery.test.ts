import assert from 'node:assert/strict'
import test from 'node:test'
import { formatTargetDelivery, upcomingQuarterTargets } from './target-delivery.ts'

test('formats a target as its quarter or its day', () => {
  assert.equal(formatTargetDelivery({ precision: 'quarter', date: '2026-08-15' }), 'Q3 2026')
  assert.equal(formatTargetDelivery({ precision: 'date', date: '2027-03-02' }), '2 Mar 2027')
})

test('offers quarters from the current one across the year’s end, and keeps the chosen date', () => {
  const dates = (chosen: string | null) =>
    upcomingQuarterTargets('2026-11-22T01:00:00.000Z', chosen, 3).map(({ date }) => date)
  assert.deepEqual(dates(null), ['2026-12-31', '2027-03-31', '2027-06-30'])
  assert.deepEqual(dates('2026-02-10'), ['2026-02-10', '2026-12-31', '2027-03-31', '2027-06-30'])
  assert.deepEqual(dates('2027-01-10'), ['2026-12-31', '2027-01-10', '2027-06-30'])
})
