import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { exampleOf, isPost, isWrite, pathToResource, seedApiResources } from '../fixtures/api-resources.ts'
import { dumpTables } from '../support/dump-tables.ts'
import { createTestApp } from '../test-app.ts'
import { operations } from './openapi.ts'

// Calls every operation of openapi.json on a database whose tables are missing.

interface Line {
  msg: string
  requestId: string
  err?: { message: string }
}

const lines: Line[] = []
const log = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) })
const app = await createTestApp({ log })
const acme = await app.workspace()
const things = await seedApiResources(acme)
// Runs deletions last, and before them the operations that leave the request unapproved, so the others find their data.
const rankOf = ({ method, operationId }: (typeof operations)[number]) =>
  method === 'DELETE' ? 2 : Number(operationId === 'setFeedbackStatus')
const guarded = operations.filter(({ scope }) => scope !== null).sort((a, b) => rankOf(a) - rankOf(b))

// Keeps the keys, so that requests reach the operation.
const { rows: tables } = await app.database.pool.query<{ name: string }>(
  `select table_name as name from information_schema.tables
   where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'api_keys' order by 1`,
)
const rename = async (from: string, to: string) => {
  for (const { name } of tables) await app.database.pool.query(`alter table ${from}${name} rename to ${to}${name}`)
}

const call = (operation: (typeof operations)[number], headers: Record<string, string> = {}) =>
  acme.api.send(operation.method, pathToResource(operation, things), { body: changeBy(operation), headers })

/** Returns the documented example, or a body that changes something where the example would not. */
const changeBy = (operation: (typeof operations)[number]) =>
  operation.operationId === 'setFeedbackStatus' ? { status: 'spam' } : exampleOf(operation)

test('answers 500 without details to a database error and logs them under the same request id', async (t) => {
  const before = await dumpTables(app)
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
  assert.deepEqual(await dumpTables(app), before)
})

for (const { lost, operations, headers } of [
  { lost: 'audit_events', operations: guarded.filter(isWrite), headers: {} },
  { lost: 'idempotency_records', operations: guarded.filter(isPost), headers: { 'idempotency-key': 'kept' } },
]) {
  test(`rolls back a write that cannot be recorded in ${lost}`, async (t) => {
    await app.database.pool.query(`alter table ${lost} rename to lost_${lost}`)
    const before = await dumpTables(app)
    for (const operation of operations) {
      if (operation.operationId === 'sendToTracker') continue
      await t.test(operation.operationId, async () => assert.equal((await call(operation, headers)).status, 500))
    }
    assert.deepEqual(await dumpTables(app), before)
    await app.database.pool.query(`alter table lost_${lost} rename to ${lost}`)
  })
}

test('frees the idempotency key and keeps connections usable after a database error', async (t) => {
  for (const operation of guarded) {
    await t.test(operation.operationId, async () => {
      const { status, headers } = await call(operation, { 'idempotency-key': 'once' })
      assert.equal(headers.get('idempotency-replayed'), null)
      assert.ok(status < 300 || operation.operationId === 'sendToTracker', `answered ${status}`)
    })
  }
})

test('answers 500 if looking up the API key fails', async () => {
  const { key } = await acme.makeKey()
  const headers = { authorization: `Bearer ${key}` }
  await app.database.pool.query('alter table api_keys rename to lost_api_keys')
  const failed = await app.anonymous.get('/workspace', headers)
  await app.database.pool.query('alter table lost_api_keys rename to api_keys')
  assert.equal(failed.status, 500)
  assert.equal(failed.body.error.code, 'internal_error')
  assert.equal((await app.anonymous.get('/workspace', headers)).status, 200)
})
