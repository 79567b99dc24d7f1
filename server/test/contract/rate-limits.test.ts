import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleOf, isPost, pathToResource, seedApiResources } from '../fixtures/api-resources.ts'
import { dumpTables } from '../support/dump-tables.ts'
import { lockIdempotencyKey } from '../support/locks.ts'
import { createTestApp } from '../test-app.ts'
import { operations } from './openapi.ts'

// Calls every operation of openapi.json over the rate limit and with an idempotency key that is in use.

const windowSeconds = 3_600
const open = await createTestApp()
const narrow = await createTestApp({ limits: { key: 1, workspace: 1_000_000, windowSeconds } })
const acme = await open.workspace()
const things = await seedApiResources(acme)
const { withScopes: as } = await narrow.workspace()

for (const operation of operations.filter(({ scope }) => scope !== null)) {
  const { operationId, method, path } = operation

  test(`${operationId} answers 429 with Retry-After over the rate limit and changes nothing`, async () => {
    const spent = await as('workspace:read')
    assert.equal((await spent.get('/workspace')).headers.get('ratelimit'), `"key";r=0;t=${windowSeconds}`)
    const before = await dumpTables(narrow)
    const { status, headers, body } = await spent.send(method, path.replace('{id}', things.feedback), {
      body: exampleOf(operation),
    })
    assert.equal(status, 429)
    assert.equal(body.error.code, 'rate_limited')
    assert.match(headers.get('retry-after')!, /^\d+$/)
    const seconds = Number(headers.get('retry-after'))
    assert.ok(seconds >= 1 && seconds <= windowSeconds, `retry after ${seconds} s`)
    assert.match(headers.get('ratelimit')!, /^"key";r=0;t=\d+$/)
    assert.deepEqual(await dumpTables(narrow), before)
  })
}

test('serves openapi.json over every limit', async () => {
  for (let time = 0; time < 3; time++) assert.equal((await narrow.anonymous.get('/openapi.json')).status, 200)
})

for (const operation of operations.filter(isPost)) {
  const { operationId, method } = operation
  const path = pathToResource(operation, things)

  test(`${operationId} answers 409 while its idempotency key is in use and succeeds afterwards`, async () => {
    const headers = { 'idempotency-key': `held-${operationId}` }
    const send = () => acme.api.send(method, path, { body: exampleOf(operation), headers })
    const before = await dumpTables(open)
    const held = await lockIdempotencyKey(open, acme.id, `POST /api/v1${path}`, headers['idempotency-key'])
    const waiting = await send()
    await held.release()
    assert.equal(waiting.status, 409)
    assert.equal(waiting.body.error.code, 'in_progress')
    assert.match(waiting.headers.get('retry-after')!, /^[1-9]\d*$/)
    assert.deepEqual(await dumpTables(open), before)
    const done = await send()
    assert.equal(done.status, operationId === 'sendToTracker' ? 400 : Number(Object.keys(operation.responses)[0]))
    assert.equal(done.headers.get('idempotency-replayed'), null)
  })
}

test('does not block other operations, paths or workspaces by a key in use', async () => {
  const other = await open.workspace()
  const headers = { 'idempotency-key': 'shared' }
  const held = await lockIdempotencyKey(open, acme.id, 'POST /api/v1/feedback', 'shared')
  const elsewhere = [
    await acme.api.post('/roadmap', { title: 'Another operation' }, headers),
    await acme.api.post('/changelog', { title: 'Another path' }, headers),
    await other.api.post('/feedback', { title: 'Another workspace' }, headers),
    await acme.api.post('/feedback', { title: 'Another key' }, { 'idempotency-key': 'Shared' }),
  ]
  await held.release()
  assert.deepEqual(
    elsewhere.map(({ status }) => status),
    [201, 201, 201, 201],
  )
})
