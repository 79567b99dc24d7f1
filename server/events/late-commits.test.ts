import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { newId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { systemScope } from '../platform/system-scope.ts'
import { createTestApp, testDatabaseTarget } from '../test/test-app.ts'
import { recordEvent } from './record.ts'

const writers = 50
const transactionsEach = 48
const eventsEach = 50
const maxMs = 2_000
// The others are short, and commit while long ones are open.
const longShare = 0.5

const app = await createTestApp({ limits: { key: 1_000_000, workspace: 1_000_000, windowSeconds: 60 } })
const acme = await app.workspace()
const other = await app.workspace()

/** Commits or rolls back transactions one after another. @returns the ids of what was committed */
async function write(pool: ReturnType<typeof openDatabase>['pool']): Promise<string[]> {
  const committed: string[] = []
  for (let n = 0; n < transactionsEach; n++) {
    const ids = Array.from({ length: eventsEach }, newId)
    const fails = Math.random() < 0.1
    const ms = Math.random() < longShare ? Math.random() * maxMs : 0
    const transaction = inTransaction(pool, async (tx) => {
      const scope = { ...tx, ...systemScope(acme.id, new Date().toISOString()) }
      const record = (id: string) => recordEvent(scope, { type: 'feedback.created', resourceId: id, data: { id } })
      // Half of the events before the pause, and half after it.
      ids.slice(0, eventsEach / 2).forEach(record)
      if (ms > 0) await sleep(ms)
      ids.slice(eventsEach / 2).forEach(record)
      if (fails) throw new Error('This transaction rolls back.')
    })
    if (fails) await assert.rejects(transaction)
    else {
      await transaction
      committed.push(...ids)
    }
  }
  return committed
}

test('a reader that follows the list sees every event once, even if transactions overlap', async (t) => {
  const database = openDatabase(testDatabaseTarget(app.databaseName), { size: writers, log: createLog('silent') })
  t.after(() => database.close())
  const seen: { id: string; sequence: number }[] = []
  const resources: string[] = []
  let isWriting = true
  const read = async () => {
    for (;;) {
      const isLast = !isWriting
      const last = seen.at(-1)
      let query = last === undefined ? 'limit=100' : `limit=100&after=${last.id}`
      let hasMore = true
      while (hasMore) {
        const { body } = await acme.api.get(`/events?type=feedback.created&${query}`)
        for (const { id, sequence, data } of body.data) {
          seen.push({ id, sequence })
          resources.push(data.id)
        }
        hasMore = body.pagination.hasMore
        query = `limit=100&cursor=${body.pagination.nextCursor}`
      }
      if (isLast) return
      await sleep(20)
    }
  }
  const reading = read()
  const committed = (await Promise.all(Array.from({ length: writers }, () => write(database.pool)))).flat()
  isWriting = false
  await reading

  assert.ok(committed.length >= 100_000)
  assert.equal(resources.length, committed.length)
  assert.deepEqual(new Set(resources), new Set(committed))
  for (const [index, event] of seen.entries()) {
    const before = seen[index - 1]
    if (before) assert.ok(event.sequence > before.sequence && event.id > before.id)
  }
  assert.deepEqual((await other.api.get('/events?type=feedback.created')).body.data, [])
})

test('an event of a later transaction with an earlier time still comes after the others', async () => {
  const scopeAt = (now: string) => systemScope(other.id, now)
  for (const now of ['2036-03-01T09:00:00.000Z', '2036-02-01T09:00:00.000Z']) {
    await inTransaction(app.database.pool, async (tx) => {
      recordEvent({ ...tx, ...scopeAt(now) }, { type: 'feedback.created', resourceId: newId(), data: { now } })
    })
  }
  const { body } = await other.api.get('/events?type=feedback.created')
  assert.deepEqual(
    body.data.map(({ data }: { data: { now: string } }) => data.now),
    ['2036-03-01T09:00:00.000Z', '2036-02-01T09:00:00.000Z'],
  )
  assert.deepEqual(
    body.data.map(({ timestamp }: { timestamp: string }) => timestamp),
    ['2036-03-01T09:00:00.000Z', '2036-03-01T09:00:00.000Z'],
  )
})
