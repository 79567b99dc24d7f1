import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { generateApiKey } from '../../api-keys/format.ts'
import { revokeApiKey } from '../../api-keys/revoke.ts'
import { toolNameOf } from '../../mcp/tools.ts'
import { apiScopes } from '../../platform/http/api/scopes.ts'
import { newId } from '../../platform/ids.ts'
import { ToolClient } from '../clients/tool-client.ts'
import { hasNestedId, isPost, seedApiResources } from '../fixtures/api-resources.ts'
import { toolCallOf, toolCallWithId } from '../fixtures/tool-calls.ts'
import { dumpTables } from '../support/dump-tables.ts'
import { createTestApp, type TestWorkspace } from '../test-app.ts'
import { operations } from './openapi.ts'

// The sweeps over all operations, through their tools: a tool must refuse what its operation refuses.

const app = await createTestApp()
const acme = await app.workspace()
const things = await seedApiResources(acme)
const guarded = operations.filter(({ scope }) => scope !== null)
const onThings = guarded.filter(({ path }) => path.includes('{id}'))
const tools = new ToolClient(app.origin, acme.key)
const definitions = new Map((await tools.listTools()).map((tool) => [tool.name, tool]))

const clientFor = async (workspace: TestWorkspace, scopes: readonly string[]) =>
  new ToolClient(app.origin, (await workspace.makeKey({ scopes: [...scopes] as (typeof apiScopes)[number][] })).key)

const withoutRequestId = ({ error }: { error: object }) => ({ ...error, requestId: undefined })

test('has exactly one tool for each operation that needs a credential', () => {
  assert.deepEqual([...definitions.keys()].sort(), guarded.map(({ operationId }) => toolNameOf(operationId)).sort())
})

const revoked = await acme.makeKey()
await acme.write((scope) => revokeApiKey(scope, revoked.id))
const expired = await acme.makeKey({ expiresAt: '2020-01-01T00:00:00.000Z' })
const badTokens = { none: null, junk: 'junk', unissued: generateApiKey(), revoked: revoked.key, expired: expired.key }

for (const operation of guarded) {
  const { operationId, scope, body } = operation
  const { name, args } = toolCallOf(operation, things)

  test(`${name} is refused with the same 401 for every invalid credential`, async () => {
    const before = await dumpTables(app)
    for (const [kind, token] of Object.entries(badTokens)) {
      const {
        status,
        headers,
        body: answer,
      } = await new ToolClient(app.origin, token).request('tools/call', {
        name,
        arguments: args,
      })
      assert.equal(status, 401, kind)
      assert.equal(
        headers.get('www-authenticate'),
        'Bearer resource_metadata="http://heed.test/.well-known/oauth-protected-resource/mcp"',
      )
      assert.equal(answer.result, undefined)
    }
    assert.deepEqual(await dumpTables(app), before)
  })

  test(`${name} is neither listed nor run for a key with every other scope`, async () => {
    const client = await clientFor(
      acme,
      apiScopes.filter((other) => other !== scope),
    )
    const before = await dumpTables(app)
    const listed = (await client.listTools()).map((tool) => tool.name)
    assert.ok(!listed.includes(name))
    for (const sent of [args, {}, { surprise: 1 }]) {
      const result = await client.call(name, sent)
      assert.equal(result.isError, true)
      assert.equal(result.error.code, 'forbidden')
      assert.match(result.content[0].text, new RegExp(`\\b${scope}\\b`))
    }
    assert.deepEqual(await dumpTables(app), before)
  })

  test(`${name} is listed and succeeds with only its scope, and its result fits its schema`, async () => {
    const ada = await app.workspace()
    const client = await clientFor(ada, [scope!])
    const { outputSchema } = (await client.listTools()).find((tool) => tool.name === name)
    const result = await client.call(name, toolCallOf(operation, await seedApiResources(ada)).args)
    if (operationId === 'sendToTracker') {
      assert.equal(result.error.guidance.action, 'connect')
      return
    }
    assert.notEqual(result.isError, true, JSON.stringify(result))
    assert.equal(outputSchema === undefined, result.structuredContent === undefined)
    if (outputSchema) {
      const isValid = new Ajv({
        strict: false,
        formats: { uuid: true, 'date-time': true, uri: true, date: true },
      }).compile(outputSchema)
      assert.ok(isValid(result.structuredContent), JSON.stringify(isValid.errors))
    }
  })

  test(`${name} rejects unknown arguments by name and changes nothing`, async () => {
    const before = await dumpTables(app)
    const result = await tools.call(name, { ...args, surprise: 1, 'a/b~c': 2 })
    assert.deepEqual(
      result.error.details.map(({ argument }: { argument: string }) => argument),
      ['surprise', 'a/b~c'],
    )
    const raw = JSON.stringify({ ...args, surprise: 1 }).replace('surprise', '__proto__')
    const polluted = await tools.call(name, JSON.parse(raw))
    assert.deepEqual(polluted.error.details[0].argument, '__proto__')
    assert.deepEqual(await dumpTables(app), before)
  })

  test(`${name} names its missing arguments`, async () => {
    const before = await dumpTables(app)
    const { inputSchema } = definitions.get(name)!
    const required: string[] = inputSchema.required ?? []
    if (required.length === 0) return
    const result = await tools.call(name, {})
    assert.equal(result.error.code, 'validation_error')
    for (const { argument, message } of result.error.details) {
      assert.ok(argument === '' || required.includes(argument) || body !== null, argument)
      assert.match(message, /^(is required|must|Select)/)
    }
    assert.deepEqual(await dumpTables(app), before)
  })

  test(`${name} never causes an internal error, whatever its arguments are`, async () => {
    const values = fc.oneof(fc.jsonValue(), fc.constantFrom(null, ...Object.values(args)), fc.string())
    const names = Object.keys(definitions.get(name)!.inputSchema.properties)
    const anyArguments = fc.record(Object.fromEntries(names.map((each) => [each, values])), { requiredKeys: [] })
    const isAnswered = async (sent: object) => {
      const { isError, error } = await tools.call(name, sent)
      if (isError) assert.notEqual(error.code, 'internal_error', JSON.stringify(sent))
    }
    await fc.assert(fc.asyncProperty(anyArguments, isAnswered), { seed: 20_261_124, numRuns: 12 })
  })
}

for (const operation of onThings) {
  test(`${toolNameOf(operation.operationId)} gives the same answer for an id of another workspace and an unknown one`, async () => {
    const ada = await app.workspace()
    const client = new ToolClient(app.origin, ada.key)
    const before = await dumpTables(app)
    const { name, args } = toolCallOf(operation, things)
    const foreign = await client.call(name, args)
    assert.equal(foreign.error.code, 'not_found')
    // A segment of a path cannot become another path.
    for (const id of [
      newId(),
      things.feedback.toUpperCase(),
      'not-a-uuid',
      '',
      '.',
      '..',
      '../feedback',
      'a?b#c',
      '🚀',
    ]) {
      const nowhere = await client.call(name, toolCallWithId(operation, id, newId()).args)
      assert.deepEqual(withoutRequestId(nowhere), withoutRequestId(foreign), id)
    }
    if (hasNestedId(operation)) {
      const { feedback, webhooks } = await seedApiResources(ada)
      const own = operation.path.startsWith('/webhooks') ? webhooks : feedback
      const nowhere = await client.call(name, toolCallWithId(operation, own, things.voter).args)
      assert.deepEqual(withoutRequestId(nowhere), withoutRequestId(foreign))
      return
    }
    assert.deepEqual(await dumpTables(app), before)
  })
}

for (const operation of guarded.filter(isPost)) {
  test(`${toolNameOf(operation.operationId)} has one effect when it is called twice with an idempotencyKey`, async () => {
    if (operation.operationId === 'sendToTracker') return
    const ada = await app.workspace()
    const client = new ToolClient(app.origin, ada.key)
    const { name, args } = toolCallOf(operation, await seedApiResources(ada))
    const first = await client.call(name, { ...args, idempotencyKey: 'once' })
    assert.notEqual(first.isError, true, JSON.stringify(first))
    const before = await dumpTables(app)
    const second = await client.call(name, { ...args, idempotencyKey: 'once' })
    assert.match(second.content[0].text, /an earlier call with this idempotencyKey/)
    // A secret is shown once.
    const { secret: _, ...kept } = first.structuredContent.data
    assert.deepEqual({ ...second.structuredContent.data, secret: undefined }, { ...kept, secret: undefined })
    assert.deepEqual(await dumpTables(app), before)
    for (const idempotencyKey of ['', 'a b', 'k'.repeat(256), 5, null, {}]) {
      const refused = await client.call(name, { ...args, idempotencyKey })
      assert.deepEqual(refused.error.details[0].argument, 'idempotencyKey')
    }
  })
}
