import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDuration } from './duration.ts'

test('formats a duration in minutes, or in hours or days if there are at least two', () => {
  const expected: [seconds: number, text: string][] = [
    [0, 'Under a minute'],
    [59, 'Under a minute'],
    [60, '1 minute'],
    [90 * 60, '90 minutes'],
    [2 * 3_600, '2 hours'],
    [47 * 3_600, '47 hours'],
    [48 * 3_600, '2 days'],
    [30.4 * 86_400, '30 days'],
  ]
  for (const [seconds, text] of expected) assert.equal(formatDuration(seconds), text)
})
