import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { audit } from '../audit/record.ts'
import type { WriteScope } from '../platform/scope.ts'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as (options?: { type: 'minor' }) => void

const oldGeneration = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size

test('the memory of a committed transaction is freed without a major garbage collection', async () => {
  const acme = await app.workspace()
  const recordOne = (tx: WriteScope, attached: object) => audit({ ...tx, ...attached }, 'workspace.updated', acme.id)
  for (let warmUp = 0; warmUp < 10; warmUp++) await acme.write((tx) => recordOne(tx, {}))
  collectGarbage()
  const before = oldGeneration()
  for (let transaction = 0; transaction < 100; transaction++) {
    // 400,000 bytes, in arrays that are small enough for the young generation.
    const attach = (tx: WriteScope) => Array.from({ length: 5 }, () => new Array(10_000).fill(tx))
    await acme.write((tx) => recordOne(tx, { attached: attach(tx) }))
    // Objects that survive two minor collections are moved to the old generation, which only a major collection frees.
    collectGarbage({ type: 'minor' })
    collectGarbage({ type: 'minor' })
  }
  const growth = oldGeneration() - before
  // It would grow by 40 MB if nothing were freed. Other work of this process adds a few.
  assert.ok(growth < 15_000_000, `the old generation grew by ${growth} bytes`)
})
