import assert from 'node:assert/strict'
import test from 'node:test'
import { upcomingQuarterTargets } from './quarter-targets.ts'

test('offers quarters from the current one across the year’s end, and keeps the chosen date', () => {
  const dates = (chosen: string | null) =>
    upcomingQuarterTargets('2026-11-22T01:00:00.000Z', chosen, 3).map(({ date }) => date)
  assert.deepEqual(dates(null), ['2026-12-31', '2027-03-31', '2027-06-30'])
  assert.deepEqual(dates('2026-02-10'), ['2026-02-10', '2026-12-31', '2027-03-31', '2027-06-30'])
  assert.deepEqual(dates('2027-01-10'), ['2026-12-31', '2027-01-10', '2027-06-30'])
})
