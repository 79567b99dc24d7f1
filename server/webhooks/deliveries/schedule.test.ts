import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRetryAfter, secondsToRetry } from './schedule.ts'

test('retries follow the schedule with up to a tenth of jitter, and end after the ninth', () => {
  const plain = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
  assert.deepEqual(
    plain.map((_, index) => secondsToRetry(index + 1, null, 0)),
    plain,
  )
  assert.equal(secondsToRetry(1, null, 1), 5.5)
  assert.equal(secondsToRetry(10, null), null)
})

test('Retry-After delays a retry by up to a day, and never makes it earlier', () => {
  assert.equal(secondsToRetry(1, 60, 0), 60)
  assert.equal(secondsToRetry(3, 60, 0), 1_800)
  assert.equal(secondsToRetry(1, 10_000_000, 0), 86_400)
  assert.equal(secondsToRetry(10, 60), null)
})

test('parses Retry-After as seconds or as a date', () => {
  const now = Date.parse('2026-03-01T09:00:00Z')
  assert.equal(parseRetryAfter('120', now), 120)
  assert.equal(parseRetryAfter('Sun, 01 Mar 2026 09:01:00 GMT', now), 60)
  assert.equal(parseRetryAfter('Sun, 01 Mar 2026 08:00:00 GMT', now), 0)
  assert.equal(parseRetryAfter('soon', now), null)
  assert.equal(parseRetryAfter(undefined, now), null)
  assert.equal(parseRetryAfter('-5', now), null)
})
