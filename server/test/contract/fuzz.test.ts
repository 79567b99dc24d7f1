import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { type Arbitrary } from 'fast-check'
import type { TestResponse } from '../clients/api-client.ts'
import { type ApiResources, seedApiResources } from '../fixtures/api-resources.ts'
import { createTestApp } from '../test-app.ts'
import { arbitraryBody, arbitraryHeaders, arbitraryPath, arbitraryQuery } from './fuzz-inputs.ts'
import { type ContractOperation, operations } from './openapi.ts'

// Sends requests generated from the schemas of openapi.json, most of them invalid. The client checks every response
// against the document, so each error must be declared there.

const app = await createTestApp()
const acme = await app.workspace()

const seed = 20_260_301
const numRuns = 150

interface Request {
  path: string
  query: string
  headers: Record<string, string>
  body: string | undefined
}

const requestTo = (operation: ContractOperation, things: ApiResources): Arbitrary<Request> =>
  fc.record({
    path: operation.path.includes('{id}') ? arbitraryPath(operation, things) : fc.constant(operation.path),
    query: arbitraryQuery(operation),
    headers: arbitraryHeaders(operation),
    body: operation.method === 'GET' ? fc.constant(undefined) : arbitraryBody(operation),
  })

function assertExplained({ code, message, details }: TestResponse['body']['error']): void {
  assert.equal(code, 'validation_error')
  assert.ok(message.length > 0)
  assert.ok(details.length > 0)
  for (const detail of details) {
    assert.match(detail.path, /^($|\/|query\.|header\.|path\.)/)
    assert.match(detail.message, /^(must|is|has|belongs|cannot|goes|stands) ./)
  }
}

for (const operation of operations) {
  test(`${operation.operationId} never answers 500 to generated requests`, async () => {
    const statuses = new Set<number>()
    const isAnswered = async ({ path, query, headers, body }: Request) => {
      const answer = await acme.api.send(operation.method, path + query, {
        headers: { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { raw: body }),
      })
      statuses.add(answer.status)
      assert.ok(answer.status < 500, `answered ${answer.status}`)
      if (answer.status === 400) assertExplained(answer.body.error)
    }
    await fc.assert(fc.asyncProperty(requestTo(operation, await seedApiResources(acme)), isAnswered), { seed, numRuns })
    // If all requests failed at the same check, the test would prove little.
    assert.ok(statuses.has(400))
    assert.ok([200, 201, 202, 204].some((status) => statuses.has(status)) || operation.operationId === 'sendToTracker')
  })
}

test('lists everything that was accepted, page by page, each row once', async () => {
  for (const path of ['/feedback', '/roadmap', '/changelog', '/tags', '/customers', '/companies']) {
    const rows = await acme.api.listAll(path, 7)
    assert.ok(rows.length > 7)
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length)
  }
})
