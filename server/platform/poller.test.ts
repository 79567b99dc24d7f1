import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { createLog } from './log.ts'
import { type Poller, startPoller } from './poller.ts'

beforeEach(() => mock.timers.enable({ apis: ['Date', 'setInterval'], now: 1_000_000 }))
afterEach(() => mock.timers.reset())

/** Lets a poller poll once a second for half a minute. */
async function pollFor30Seconds(poll: () => Promise<string[]>): Promise<Poller> {
  const poller = startPoller(createLog('silent'), 'polled', poll)
  for (let second = 0; second < 30; second++) {
    mock.timers.tick(1_000)
    // The handlers of the poll run before the next one.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return poller
}

test('is not stalled while it polls, even if an item fails every time', async () => {
  for (const poll of [async () => [], async () => Promise.reject(new Error('one item failed'))]) {
    const poller = await pollFor30Seconds(poll)
    assert.equal(poller.isStalled(), false)
    await poller.stop()
  }
})

test('is stalled while the database cannot be reached, or a poll does not end', async () => {
  const unreachable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  const failing = await pollFor30Seconds(async () => Promise.reject(unreachable))
  assert.equal(failing.isStalled(), true)
  await failing.stop()
  const endless = Promise.withResolvers<string[]>()
  const hanging = await pollFor30Seconds(() => endless.promise)
  assert.equal(hanging.isStalled(), true)
  endless.resolve([])
  await hanging.stop()
})
