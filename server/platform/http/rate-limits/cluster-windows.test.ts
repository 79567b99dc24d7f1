import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startLimitingProcesses } from '../../../test/support/limiting-processes.ts'

const [one, two] = startLimitingProcesses()

// An hour is longer than a test takes.
const hour = { name: 'hour', points: 2, seconds: 3_600 }
const brief = { name: 'brief', points: 2, seconds: 4 }

test('counts the requests of all processes in one window of the primary process', async () => {
  const counts = await Promise.all([one, two, one, two].map(({ consume }) => consume(hour, 'together')))
  assert.deepEqual(
    counts.map(({ consumed }) => consumed).toSorted((a, b) => a - b),
    [1, 2, 3, 4],
  )
  assert.equal((await two.find(hour, 'together'))?.consumed, 4)
})

test('takes a request of one process back only from the window that counted it', async () => {
  await one.giveBack(hour, 'a')
  assert.equal((await one.consume(hour, 'a')).consumed, 1)
  const { consumed, msToReset } = await two.consume(hour, 'a')
  assert.equal(consumed, 2)
  await two.giveBack(hour, 'a', msToReset)
  assert.equal((await one.consume(hour, 'a')).consumed, 2)
  // As if counted 2 ms before the end of an earlier window.
  await two.giveBack(hour, 'a', 2)
  assert.equal((await one.consume(hour, 'a')).consumed, 3)
})

test('does not take a request of an ended window back from the next one, which another process began', async () => {
  const first = await one.consume(brief, 'a')
  await sleep(first.msToReset / 2)
  const late = await one.consume(brief, 'a')
  assert.equal(late.consumed, 2)
  while ((await one.find(brief, 'a')) !== null) await sleep(20)
  const next = await two.consume(brief, 'a')
  assert.equal(next.consumed, 1)
  await one.giveBack(brief, 'a', late.msToReset)
  assert.equal((await two.find(brief, 'a'))?.consumed, 1)
  await two.giveBack(brief, 'a', next.msToReset)
  assert.equal((await one.find(brief, 'a'))?.consumed, 0)
})

test('does not count requests that the limit of a workspace rejects against the limit of their key', async () => {
  const limits = { key: 3, workspace: 4, windowSeconds: 3_600 }
  const limit = (index: number, key: string, workspace: string) => [one, two][index % 2]!.limit(limits, key, workspace)
  for (const index of [0, 1]) assert.equal((await limit(index, 'a', 'full')).isAllowed, true)
  for (const index of [0, 1]) assert.equal((await limit(index, 'b', 'full')).isAllowed, true)
  // While a request waits for the answer about its workspace, others exceed the limit of the key.
  const rejected = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => limit(index, 'a', 'full')))
  assert.ok(rejected.every(({ isAllowed }) => !isAllowed))
  // The key has one request left, in a workspace with room.
  const last = await Promise.all([0, 1, 2].map((index) => limit(index, 'a', 'empty')))
  assert.deepEqual(last.map(({ isAllowed }) => isAllowed).toSorted(), [false, false, true])
})
