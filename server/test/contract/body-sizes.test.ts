import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleOf, isWrite, pathToResource, seedApiResources } from '../fixtures/api-resources.ts'
import { dumpTables } from '../support/dump-tables.ts'
import { createTestApp } from '../test-app.ts'
import { operations } from './openapi.ts'

// Every write of openapi.json, with bodies on both sides of 1 MB.

const world = await createTestApp()
const acme = await world.workspace()
const things = await seedApiResources(acme)
const headers = { 'content-type': 'application/json' }
const limitBytes = 1_048_576

/** JSON of exactly this size: white space around a value counts, and means nothing. */
const ofSize = (value: object, bytes: number): string => JSON.stringify(value).padEnd(bytes)

/** Sent in pieces of 64 KB without saying how many there will be. */
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
    const before = await dumpTables(world)
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
    assert.deepEqual(await dumpTables(world), before)
  })

  test(`${operationId} takes a body of exactly 1 MB, however it is sent`, async () => {
    const text = ofSize(example, limitBytes)
    const fresh = await world.workspace()
    for (const raw of [text, inChunks(text)]) {
      const target = pathToResource(operation, await seedApiResources(fresh))
      const { status, body } = await fresh.api.send(method, target, { raw, headers })
      if (operationId === 'sendToTracker') assert.equal(body.error.guidance.action, 'connect')
      else assert.ok(status < 300, `answered ${status}`)
    }
  })
}

test('a body is as large as its bytes, not as its characters', async () => {
  const emoji = '🚀'.repeat(limitBytes / 4)
  const { status } = await acme.api.send('POST', '/feedback', { raw: JSON.stringify({ title: emoji }), headers })
  assert.equal(status, 413)
})
