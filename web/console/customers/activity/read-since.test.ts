import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSince } from './read-since.ts'

const read = (from: string, zone = 'Europe/Berlin') => readSince(new URLSearchParams({ from }), zone)

test('converts a day to its start in the reader’s time zone', () => {
  assert.deepEqual(read('2026-03-31'), { day: '2026-03-31', at: '2026-03-30T22:00:00.000Z' })
  assert.deepEqual(read('2026-01-01', 'UTC'), { day: '2026-01-01', at: '2026-01-01T00:00:00.000Z' })
})

test('ignores anything else', () => {
  for (const from of ['', '30d', '2026-02-30', '0000-01-01', '2026-3-1', '2026-03-31T00:00Z', "2026-01-01' or 1=1"])
    assert.equal(read(from), null, from)
})
