import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { MemoryWindows } from './memory-windows.ts'

beforeEach(() => mock.timers.enable({ apis: ['Date'], now: 1_000_000 }))
afterEach(() => mock.timers.reset())

test('counts each id in a window that begins with its first request', () => {
  const windows = new MemoryWindows({ points: 3, seconds: 60 })
  assert.deepEqual(windows.consume('a'), { consumed: 1, msToReset: 60_000 })
  mock.timers.tick(20_000)
  assert.deepEqual(windows.consume('b'), { consumed: 1, msToReset: 60_000 })
  assert.deepEqual(windows.consume('a'), { consumed: 2, msToReset: 40_000 })
  mock.timers.tick(39_999)
  assert.deepEqual(windows.consume('a'), { consumed: 3, msToReset: 1 })
  mock.timers.tick(1)
  assert.deepEqual(windows.consume('a'), { consumed: 1, msToReset: 60_000 })
  assert.deepEqual(windows.consume('b'), { consumed: 2, msToReset: 20_000 })
})

test('takes a request back within its window only', () => {
  const windows = new MemoryWindows({ points: 3, seconds: 60 })
  windows.giveBack('a')
  windows.consume('a')
  windows.consume('a')
  windows.giveBack('a')
  assert.equal(windows.consume('a').consumed, 2)
  mock.timers.tick(60_000)
  windows.giveBack('a')
  assert.equal(windows.consume('a').consumed, 1)
})

test('does not take a request of an ended window back from the next one', () => {
  const windows = new MemoryWindows({ points: 3, seconds: 60 })
  windows.consume('a')
  mock.timers.tick(20_000)
  const late = windows.consume('a')
  mock.timers.tick(40_000)
  const next = windows.consume('a')
  windows.giveBack('a', late.msToReset)
  assert.equal(windows.find('a')!.consumed, 1)
  windows.giveBack('a', next.msToReset)
  assert.equal(windows.find('a')!.consumed, 0)
  windows.giveBack('a')
  assert.equal(windows.consume('a').consumed, 1)
})

test('gives a request its place back, even if others were rejected over the limit', () => {
  const windows = new MemoryWindows({ points: 3, seconds: 60 })
  for (let count = 0; count < 8; count += 1) windows.consume('a')
  windows.giveBack('a')
  assert.equal(windows.find('a')!.consumed, 7)
  windows.giveBack('a', 60_000)
  assert.equal(windows.find('a')!.consumed, 2)
  windows.giveBack('a', 60_000)
  assert.equal(windows.find('a')!.consumed, 1)
})

test('forgets windows that have ended', () => {
  const windows = new MemoryWindows({ points: 3, seconds: 60 })
  for (let index = 0; index < 1_000; index++) windows.consume(`early ${index}`)
  mock.timers.tick(30_000)
  windows.consume('late')
  mock.timers.tick(30_000)
  windows.consume('new')
  assert.equal(windows.size, 2)
})
