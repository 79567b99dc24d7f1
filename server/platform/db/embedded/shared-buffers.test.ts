import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedBuffers } from './shared-buffers.ts'

const gibibyte = 1_024 ** 3

test('uses an eighth of the memory, at least 128 MB and at most 1 GB', () => {
  const sizes = [0.5, 1, 2, 6, 8, 64].map((gigabytes) => sharedBuffers(gigabytes * gibibyte).shared_buffers)
  assert.deepEqual(sizes, ['128MB', '128MB', '256MB', '768MB', '1024MB', '1024MB'])
})

test('uses the memory of this machine by default', () => {
  const megabytes = Number.parseInt(sharedBuffers().shared_buffers, 10)
  assert.ok(megabytes >= 128 && megabytes <= 1_024)
})
