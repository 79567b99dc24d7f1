import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRange } from './byte-range.ts'

test('parses one range of bytes, up to the end of the file', () => {
  assert.deepEqual(parseRange('bytes=0-0', 10), { start: 0, end: 0 })
  assert.deepEqual(parseRange('bytes=2-5', 10), { start: 2, end: 5 })
  assert.deepEqual(parseRange('bytes=2-', 10), { start: 2, end: 9 })
  assert.deepEqual(parseRange('bytes=2-99', 10), { start: 2, end: 9 })
  assert.deepEqual(parseRange('bytes=-3', 10), { start: 7, end: 9 })
  assert.deepEqual(parseRange('bytes=-99', 10), { start: 0, end: 9 })
})

test('distinguishes ranges beyond the file from unsupported headers', () => {
  for (const header of ['bytes=10-', 'bytes=10-20', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])
    assert.equal(parseRange(header, 10), 'unsatisfiable', header)
  for (const header of [null, '', 'bytes=-', 'bytes=5-2', 'bytes=0-1,4-5', 'items=0-1', 'bytes=a-b', 'bytes 0-1'])
    assert.equal(parseRange(header, 10), null, String(header))
})
