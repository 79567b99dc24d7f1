import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedBufferSizes, usableMemory } from './shared-buffers.ts'

const gibibyte = 1_024 ** 3

test('uses an eighth of the memory, at least 128 MB and at most 1 GB', () => {
  const sizes = [0.5, 1, 2, 6, 8, 64].map((gigabytes) => sharedBufferSizes(gigabytes * gibibyte)[0])
  assert.deepEqual(sizes, ['128MB', '128MB', '256MB', '768MB', '1024MB', '1024MB'])
})

test('tries half of the size after each refusal, down to 128 MB', () => {
  assert.deepEqual(sharedBufferSizes(64 * gibibyte), ['1024MB', '512MB', '256MB', '128MB'])
  assert.deepEqual(sharedBufferSizes(6 * gibibyte), ['768MB', '384MB', '192MB', '128MB'])
  assert.deepEqual(sharedBufferSizes(gibibyte), ['128MB'])
})

test('uses the limit of a container instead of the memory of the machine', () => {
  assert.equal(usableMemory(8 * gibibyte, 2 * gibibyte), 2 * gibibyte)
})

test('uses the memory of the machine if there is no limit, or a higher one', () => {
  assert.equal(usableMemory(8 * gibibyte, 0), 8 * gibibyte)
  assert.equal(usableMemory(8 * gibibyte, 2 ** 63), 8 * gibibyte)
})
