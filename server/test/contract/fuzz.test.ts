import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { type Arbitrary } from 'fast-check'
import type { TestResponse } from '../clients/api-client.ts'
import { type ApiResources, pathWithId, seedApiResources } from '../fixtures/api-resources.ts'
import { createTestApp } from '../test-app.ts'
import { arbitraryBody, arbitraryHeaders, arbitraryId, arbitraryQuery } from './fuzz-inputs.ts'
import { type ContractOperation, operations } from './openapi.ts'

// Requests made from the schemas of openapi.json, most of them wrong in some way. The client holds every answer to
// the document, so that each refusal is one that is declared, in the envelope that is declared.

const world = await createTestApp()
const acme = await world.workspace()

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
    path: operation.path.includes('{id}')
      ? arbitraryId(operation, things).map((id) => pathWithId(operation, id))
      : fc.constant(operation.path),
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
    assert.match(detail.message, /^(must|is|has|cannot|goes|stands) ./)
  }
}

for (const operation of operations) {
  test(`${operation.operationId} answers whatever it is sent, and never with a fault of ours`, async () => {
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
    // Requests that are all refused at the same place would prove little.
    assert.ok(statuses.has(400))
    assert.ok(statuses.has(200) || statuses.has(201) || operation.operationId === 'sendToTracker')
  })
}

test('what came through can be read back, page by page, every row once', async () => {
  for (const path of ['/feedback', '/roadmap', '/changelog', '/tags']) {
    const rows = await acme.api.listAll(path, 7)
    assert.ok(rows.length > 7)
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length)
  }
})
