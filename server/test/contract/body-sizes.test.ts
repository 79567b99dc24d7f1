import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleOf, isWrite, pathToResource, seedApiResources } from '../fixtures/api-resources.ts'
import { dumpTables } from '../support/dump-tables.ts'
import { createTestApp } from '../test-app.ts'
import { operations } from './openapi.ts'

// Calls every write operation of openapi.json with bodies just under and over 1 MB.

const app = await createTestApp()
const acme = await app.workspace()
const things = await seedApiResources(acme)
const headers = { 'content-type': 'application/json' }
const limitBytes = 1_048_576

/** Pads JSON to an exact size with white space, which counts but means nothing. */
const ofSize = (value: object, bytes: number): string => JSON.stringify(value).padEnd(bytes)

/** Streams a body in chunks of 64 KB, without a Content-Length. */
const inChunks = (text: string): ReadableStream => {
  const bytes = Buffer.from(text)
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(sent, sent + 65_536))
      sent += 65_536
      if (sent >= bytes.length) controller.close()
    },
  })
}

for (const operation of operations.filter(isWrite)) {
  const { operationId, method } = operation
  const path = pathToResource(operation, things)
  const example = exampleOf(operation) ?? {}

  test(`${operationId} answers 413 to a body over 1 MB, however it is sent, and stores nothing`, async () => {
    const before = await dumpTables(app)
    const text = ofSize(example, limitBytes + 1)
    for (const raw of [
      text,
      inChunks(text),
      ofSize(example, 3 * limitBytes),
      inChunks(ofSize(example, 3 * limitBytes)),
    ]) {
      const { status, body } = await acme.api.send(method, path, { raw, headers })
      assert.equal(status, 413)
      assert.equal(body.error.code, 'payload_too_large')
      assert.match(body.error.message, /1 MB/)
    }
    assert.deepEqual(await dumpTables(app), before)
  })

  test(`${operationId} accepts a body of exactly 1 MB, however it is sent`, async () => {
    const text = ofSize(example, limitBytes)
    for (const raw of [text, inChunks(text)]) {
      const fresh = await app.workspace()
      const target = pathToResource(operation, await seedApiResources(fresh))
      const { status, body } = await fresh.api.send(method, target, { raw, headers })
      if (operationId === 'sendToTracker') assert.equal(body.error.guidance.action, 'connect')
      else assert.ok(status < 300, `answered ${status}`)
    }
  })
}

test('measures a body in bytes, not in characters', async () => {
  const emoji = '🚀'.repeat(limitBytes / 4)
  const { status } = await acme.api.send('POST', '/feedback', { raw: JSON.stringify({ title: emoji }), headers })
  assert.equal(status, 413)
})
