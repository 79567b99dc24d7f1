import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { exampleOf, isPost, isWrite, pathToResource, seedApiResources } from '../fixtures/api-resources.ts'
import { dumpTables } from '../support/dump-tables.ts'
import { createTestApp } from '../test-app.ts'
import { operations } from './openapi.ts'

// Every operation of openapi.json, on a database whose tables are gone.

interface Line {
  msg: string
  requestId: string
  err?: { message: string }
}

const lines: Line[] = []
const log = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) })
const world = await createTestApp({ log })
const acme = await world.workspace()
const things = await seedApiResources(acme)
// What deletes comes last, and before it what leaves the request unapproved, so that the others find what they need.
const rankOf = ({ method, operationId }: (typeof operations)[number]) =>
  method === 'DELETE' ? 2 : Number(operationId === 'setFeedbackStatus')
const guarded = operations.filter(({ scope }) => scope !== null).sort((a, b) => rankOf(a) - rankOf(b))

// Keys stay, so that a request gets as far as the operation.
const { rows: tables } = await world.database.pool.query<{ name: string }>(
  `select table_name as name from information_schema.tables
   where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'api_keys' order by 1`,
)
const rename = async (from: string, to: string) => {
  for (const { name } of tables) await world.database.pool.query(`alter table ${from}${name} rename to ${to}${name}`)
}

const call = (operation: (typeof operations)[number], headers: Record<string, string> = {}) =>
  acme.api.send(operation.method, pathToResource(operation, things), { body: changeBy(operation), headers })

/** The documented example, or what changes something where that would not: what changes nothing writes nothing. */
const changeBy = (operation: (typeof operations)[number]) =>
  operation.operationId === 'setFeedbackStatus' ? { status: 'spam' } : exampleOf(operation)

test('a fault of the database is a 500 that tells nothing of it, and the log tells all under the same id', async (t) => {
  const before = await dumpTables(world)
  await rename('', 'lost_')
  for (const operation of guarded) {
    await t.test(operation.operationId, async () => {
      const keyed = { 'idempotency-key': 'once' }
      for (const headers of isPost(operation) ? [{}, keyed] : [{}]) {
        const { status, body } = await call(operation, headers)
        assert.equal(status, 500)
        const { requestId, ...error } = body.error
        assert.deepEqual(error, {
          code: 'internal_error',
          message: 'Something failed on our side. Nothing was changed; it is safe to try again.',
        })
        const line = lines.find((each) => each.requestId === requestId)
        assert.match(line?.err?.message ?? '', /does not exist/)
      }
    })
  }
  await rename('lost_', '')
  assert.deepEqual(await dumpTables(world), before)
})

for (const { lost, of, headers } of [
  { lost: 'events', of: guarded.filter(isWrite), headers: {} },
  { lost: 'idempotency_records', of: guarded.filter(isPost), headers: { 'idempotency-key': 'kept' } },
]) {
  test(`a write that cannot be recorded in ${lost} does not happen`, async (t) => {
    await world.database.pool.query(`alter table ${lost} rename to lost_${lost}`)
    const before = await dumpTables(world)
    for (const operation of of) {
      if (operation.operationId === 'sendToTracker') continue
      await t.test(operation.operationId, async () => assert.equal((await call(operation, headers)).status, 500))
    }
    assert.deepEqual(await dumpTables(world), before)
    await world.database.pool.query(`alter table lost_${lost} rename to ${lost}`)
  })
}

test('a fault of the database uses up no idempotency key and spoils no connection', async (t) => {
  for (const operation of guarded) {
    await t.test(operation.operationId, async () => {
      const { status, headers } = await call(operation, { 'idempotency-key': 'once' })
      assert.equal(headers.get('idempotency-replayed'), null)
      assert.ok(status < 300 || operation.operationId === 'sendToTracker', `answered ${status}`)
    })
  }
})

test('a fault while the key is looked up is a 500 as well, and lets nobody in', async () => {
  const { key } = await acme.makeKey()
  const headers = { authorization: `Bearer ${key}` }
  await world.database.pool.query('alter table api_keys rename to lost_api_keys')
  const failed = await world.anonymous.get('/workspace', headers)
  await world.database.pool.query('alter table lost_api_keys rename to api_keys')
  assert.equal(failed.status, 500)
  assert.equal(failed.body.error.code, 'internal_error')
  assert.equal((await world.anonymous.get('/workspace', headers)).status, 200)
})
