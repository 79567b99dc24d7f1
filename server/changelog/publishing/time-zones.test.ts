import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invalidPaths } from '../../test/support/roles.ts'
import { resolveLocalTime, toLocalTimes } from './time-zones.ts'

test('converts a local time to an instant and back', () => {
  const { instant, localTime, note } = resolveLocalTime('2026-07-01T09:00', 'Europe/Berlin')
  assert.deepEqual([instant, note], ['2026-07-01T07:00:00.000Z', 'plain'])
  assert.deepEqual(localTime, { local: '2026-07-01T09:00', zone: 'Europe/Berlin', offset: '+02:00' })
  assert.deepEqual(toLocalTimes(instant, ['America/New_York', 'Asia/Kathmandu']), [
    { local: '2026-07-01T03:00', zone: 'America/New_York', offset: '-04:00' },
    { local: '2026-07-01T12:45', zone: 'Asia/Kathmandu', offset: '+05:45' },
  ])
})

test('moves a skipped local time forward by the length of the gap', () => {
  const { instant, localTime, note } = resolveLocalTime('2026-03-29T02:30', 'Europe/Berlin')
  assert.deepEqual([instant, localTime.local, note], ['2026-03-29T01:30:00.000Z', '2026-03-29T03:30', 'skipped'])
  const lordHowe = resolveLocalTime('2026-10-04T02:15', 'Australia/Lord_Howe')
  assert.deepEqual([lordHowe.localTime.local, lordHowe.note], ['2026-10-04T02:45', 'skipped'])
})

test('resolves an ambiguous local time to its first occurrence', () => {
  const { instant, localTime, note } = resolveLocalTime('2026-10-25T02:30', 'Europe/Berlin')
  assert.deepEqual([instant, localTime.offset, note], ['2026-10-25T00:30:00.000Z', '+02:00', 'twice'])
})

test('moves a skipped day to the next one', () => {
  const { instant, note } = resolveLocalTime('2011-12-30T12:00', 'Pacific/Apia')
  assert.deepEqual([instant, note], ['2011-12-30T22:00:00.000Z', 'skipped'])
})

test('rejects an invalid time or time zone, naming the field', () => {
  for (const local of ['', 'tomorrow', '2026-02-30T09:00', '2026-01-01', '2026-01-01T25:00', '2026-01-01T09:00Z']) {
    assert.throws(() => resolveLocalTime(local, 'UTC'), invalidPaths('/scheduledPublishAt'), local)
  }
  for (const zone of ['', 'Mars/Olympus', 'Europe/berlin/x']) {
    assert.throws(() => resolveLocalTime('2026-01-01T09:00', zone), invalidPaths('/scheduledTimezone'), zone)
  }
})
