import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleOf, isPost, isWrite, pathToResource, seedApiResources } from '../fixtures/api-resources.ts'
import { dumpTables } from '../support/dump-tables.ts'
import { createTestApp } from '../test-app.ts'
import { type ContractOperation, operations } from './openapi.ts'

// Sends every operation of openapi.json invalid input: each problem is a 400 that names it, and nothing is stored.

const app = await createTestApp()
const { api, ...workspace } = await app.workspace()
const things = await seedApiResources({ api, ...workspace })
const json = { 'content-type': 'application/json' }

interface Sent {
  body?: unknown
  raw?: string | Buffer
  headers?: Record<string, string>
}

/** Asserts that a request is a 400 with exactly these paths and stores nothing. */
async function refusal(operation: ContractOperation, query: string, sent: Sent, paths: string[]): Promise<void> {
  const before = await dumpTables(app)
  const { status, body } = await api.send(operation.method, pathToResource(operation, things) + query, sent)
  assert.equal(status, 400, JSON.stringify(sent))
  assert.equal(body.error.code, 'validation_error')
  assert.deepEqual(
    body.error.details.map(({ path }: { path: string }) => path),
    paths,
    JSON.stringify(sent),
  )
  for (const { message } of body.error.details) assert.match(message, /^(must|is|cannot) /)
  assert.deepEqual(await dumpTables(app), before)
}

for (const operation of operations) {
  const { operationId } = operation

  test(`${operationId} rejects unknown parameters by name`, async () => {
    const body = exampleOf(operation)
    await refusal(operation, '?surprise=1', { body }, ['query.surprise'])
    await refusal(operation, '?Limit=1&a%2Fb=2', { body }, ['query.Limit', 'query.a~1b'])
    await refusal(operation, '?__proto__=1', { body }, ['query.__proto__'])
    await refusal(operation, '?__proto__=1&__proto__=2&constructor=3', { body }, [
      'query.__proto__',
      'query.constructor',
    ])
  })

  test(`${operationId} rejects an invalid X-Service-Agent`, async () => {
    for (const agent of ['', 'a'.repeat(65), 'bot/1.0', 'b\u00f6t']) {
      const headers = { 'x-service-agent': agent }
      await refusal(operation, '', { body: exampleOf(operation), headers }, ['header.X-Service-Agent'])
    }
  })
}

for (const operation of operations.filter(isWrite)) {
  const { operationId, body: documented } = operation
  const example = exampleOf(operation)

  test(`${operationId} rejects unknown members by name`, async () => {
    await refusal(operation, '', { body: { ...example, surprise: 1, 'a/b~c': 2 } }, ['/surprise', '/a~1b~0c'])
    const raw = JSON.stringify({ ...example, surprise: 1 }).replace('surprise', '__proto__')
    await refusal(operation, '', { raw, headers: json }, ['/__proto__'])
  })

  test(`${operationId} rejects a body that is not a JSON object`, async () => {
    for (const raw of ['{"title": "x"', '{}{}', "{'title': 'x'}", 'undefined', ' ', '{"a":1,}', '\0']) {
      await refusal(operation, '', { raw, headers: json }, [''])
    }
    for (const raw of ['null', '[]', '"text"', '12', 'true', '[{}]']) {
      await refusal(operation, '', { raw, headers: json }, [''])
    }
    await refusal(operation, '', { raw: Buffer.from([0x7b, 0xff, 0x7d]), headers: json }, [''])
  })

  test(`${operationId} rejects a body that is not JSON in UTF-8`, async () => {
    const raw = JSON.stringify(example ?? {})
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json']
    const unreadable = ['json', 'application', '*', 'application/json/x', 'application/json, text/plain', 'undefined']
    for (const type of [
      ...types,
      ...unreadable,
      'application/json; charset=utf-16',
      'application/json; charset=latin1',
    ]) {
      await refusal(operation, '', { raw, headers: { 'content-type': type } }, [''])
    }
    await refusal(operation, '', { raw: Buffer.from(raw) }, [''])
  })

  if (documented?.isRequired) {
    test(`${operationId} rejects a missing body`, async () => {
      await refusal(operation, '', {}, [''])
      await refusal(operation, '', { headers: json }, [''])
      await refusal(operation, '', { raw: '', headers: json }, [''])
    })
  }
}

for (const operation of operations.filter(isPost)) {
  test(`${operation.operationId} rejects an Idempotency-Key that is not 1 to 255 visible characters`, async () => {
    for (const key of ['', 'a b', 'k'.repeat(256), 'k\u00e9y']) {
      const headers = { 'idempotency-key': key }
      await refusal(operation, '', { body: exampleOf(operation), headers }, ['header.Idempotency-Key'])
    }
  })
}

test('reports all problems of headers, query and body at once', async () => {
  const body = { title: ' ', sourceUrl: 'nowhere', surprise: 1, submitter: { name: 'Ada' }, metadata: { a: [] } }
  const headers = { 'x-service-agent': '', 'idempotency-key': ' ' }
  const { status, body: answer } = await api.send('POST', '/feedback?limit=1', { body, headers })
  assert.equal(status, 400)
  assert.deepEqual(answer.error.details.map(({ path }: { path: string }) => path).sort(), [
    '/metadata/a',
    '/sourceUrl',
    '/submitter',
    '/surprise',
    '/title',
    'header.Idempotency-Key',
    'header.X-Service-Agent',
    'query.limit',
  ])
})
