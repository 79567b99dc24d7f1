import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ToolClient } from '../test/clients/tool-client.ts'
import { dumpTables } from '../test/support/dump-tables.ts'
import { createTestApp } from '../test/test-app.ts'
import { exceptions } from './effects.ts'
import { maxPageBytes } from './tool-pages.ts'

const app = await createTestApp()
const acme = await app.workspace()
const tools = new ToolClient(app.origin, acme.key)

test('lists tools in pages of at most 25 KB, each tool once', async () => {
  assert.ok(maxPageBytes <= 25_600)
  const names: string[] = []
  let cursor: string | undefined
  do {
    const { body } = await tools.request('tools/list', cursor === undefined ? {} : { cursor })
    const bytes = Buffer.byteLength(JSON.stringify(body))
    assert.ok(bytes <= 25_600, `${bytes} bytes`)
    names.push(...body.result.tools.map((tool: { name: string }) => tool.name))
    cursor = body.result.nextCursor
  } while (cursor !== undefined)
  assert.equal(new Set(names).size, names.length)
  assert.ok(names.includes('list_feedback') && names.includes('get_workspace'))
})

test('rejects a cursor that is not one of its own', async () => {
  for (const cursor of ['', 'nope', 'bGlzdF9mZWVkYmFjaw==']) {
    assert.equal((await tools.request('tools/list', { cursor })).body.error.code, -32_602)
  }
})

test('fits the tools of a key with few scopes on one page', async () => {
  const { key } = await acme.makeKey({ scopes: ['feedback:read'] })
  const { result } = (await new ToolClient(app.origin, key).request('tools/list')).body
  assert.equal(result.nextCursor, undefined)
  assert.deepEqual(
    result.tools.map(({ name }: { name: string }) => name),
    ['list_feedback', 'get_feedback', 'list_feedback_comments'],
  )
  assert.equal(result.cacheScope, 'private')
})

test('describes every tool and argument in plain flat schemas', async () => {
  for (const { name, title, description, inputSchema, outputSchema } of await tools.listTools()) {
    assert.match(name, /^[a-z]+(_[a-z]+)+$/)
    assert.ok(title.length <= 60, name)
    assert.ok(description.length <= 400, `${name}: ${description.length}`)
    assert.equal(inputSchema.type, 'object')
    assert.equal(inputSchema.additionalProperties, false)
    // Model providers reject alternatives at the top of a schema.
    for (const keyword of ['anyOf', 'oneOf', 'allOf', '$ref']) assert.ok(!(keyword in inputSchema), name)
    assert.doesNotMatch(JSON.stringify([inputSchema, outputSchema ?? {}]), /\$ref|x-text|x-storable|timezone"|http-url/)
  }
})

test('annotates tools with their effects', async () => {
  const hints = new Map((await tools.listTools()).map(({ name, annotations }) => [name, annotations]))
  const of = (name: string) => {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = hints.get(name)!
    return [readOnlyHint, destructiveHint, idempotentHint, openWorldHint].map(Number).join('')
  }
  //                                 reads, destroys, idempotent, reaches others
  assert.equal(of('list_feedback'), '1010')
  assert.equal(of('create_feedback'), '0000')
  assert.equal(of('update_feedback'), '0110')
  assert.equal(of('set_feedback_stage'), '0111')
  assert.equal(of('promote_feedback'), '0111')
  assert.equal(of('create_feedback_comment'), '0001')
  assert.equal(of('publish_changelog_entry'), '0111')
  assert.equal(of('delete_changelog_entry'), '0110')
  assert.equal(of('delete_customer'), '0110')
  assert.equal(of('set_vote'), '0010')
  assert.equal(of('remove_vote'), '0110')
  assert.equal(of('preview_tracker_issue'), '1011')
  assert.equal(of('send_to_tracker'), '0011')
  assert.equal(of('rotate_webhook_secret'), '0100')
  assert.equal(of('test_webhook'), '0001')
  for (const { operationId, method } of app.server.operations.filter(({ scope }) => scope !== 'public')) {
    const name = operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    assert.equal(hints.get(name)!.readOnlyHint, method === 'GET', name)
    if (method === 'DELETE') assert.equal(hints.get(name)!.destructiveHint, true, name)
  }
})

test('makes exceptions only for operations that exist', () => {
  const ids = new Set(app.server.operations.map(({ operationId }) => operationId))
  for (const operationId of Object.keys(exceptions)) assert.ok(ids.has(operationId), operationId)
})

test('warns of effects that cannot be undone', async () => {
  const described = new Map((await tools.listTools()).map(({ name, description }) => [name, description]))
  assert.match(described.get('publish_changelog_entry')!, /emails every subscribed customer.*ask the user/)
  assert.match(described.get('delete_customer')!, /Cannot be undone/)
  assert.match(described.get('set_feedback_stage')!, /email/)
})

test('lists ten items and says how to get the others', async () => {
  const globex = await app.workspace()
  const theirs = new ToolClient(app.origin, globex.key)
  for (let each = 0; each < 12; each++) await globex.api.create('/feedback', { title: `Request ${each}` })
  const first = await theirs.call('list_feedback', { stage: 'pending' })
  assert.equal(first.structuredContent.data.length, 10)
  const { nextCursor } = first.structuredContent.pagination
  assert.equal(
    first.content[0].text,
    `List feedback requests: 10 returned, and there are more. For the next page, call list_feedback with the same other arguments and cursor "${nextCursor}".`,
  )
  const second = await theirs.call('list_feedback', { stage: 'pending', cursor: nextCursor })
  assert.equal(second.structuredContent.data.length, 2)
  assert.equal(second.content[0].text, 'List feedback requests: 2 returned, and there are no more.')
  assert.equal((await theirs.call('list_feedback', { limit: 12 })).structuredContent.data.length, 12)

  // A model that does what the summary says gets the next page of events as well.
  const [{ id }] = (await theirs.call('list_events', { limit: 1 })).structuredContent.data
  const after = await theirs.call('list_events', { limit: 2, after: id })
  assert.match(after.content[0].text, /except after/)
  const next = await theirs.call('list_events', { limit: 2, cursor: after.structuredContent.pagination.nextCursor })
  assert.equal(next.structuredContent.data.length, 2)
})

test('takes lists as lists and rejects other types', async () => {
  await acme.api.create('/feedback', { title: 'An event' })
  const some = await tools.call('list_events', { type: ['feedback.created', 'board.created'] })
  assert.ok(some.structuredContent.data.length >= 2)
  const problemsOf = async (args: object, name = 'list_feedback') =>
    (await tools.call(name, args)).error.details.map(
      ({ argument, message }: { argument: string; message: string }) => `${argument} ${message}`,
    )
  assert.deepEqual(await problemsOf({ limit: '5', search: { a: 1 }, board: null }), [
    'limit must be an integer',
    'board must be a string',
    'search must be a string',
  ])
  // An empty list would be lost in the URL, and every event would match.
  assert.deepEqual(await problemsOf({ type: [] }, 'list_events'), ['type must not be empty'])
})

test('names every wrong argument, and what to change', async () => {
  const { isError, content, structuredContent, error } = await tools.call('create_feedback', {
    submitter: { name: 'Ada' },
    sourceUrl: 'nowhere',
    metadata: { page: [] },
  })
  assert.equal(isError, true)
  // Clients would check it against the schema of a success.
  assert.equal(structuredContent, undefined)
  assert.deepEqual(
    error.details.map(({ argument }: { argument: string }) => argument),
    ['title', 'submitter', 'sourceUrl', 'metadata.page'],
  )
  assert.match(content[0].text, /^validation_error: title is required\./)
  assert.match(content[0].text, /Correct this and call again\.$/)
})

test('rejects an unknown tool as an error of the protocol', async () => {
  const { body } = await tools.request('tools/call', { name: 'drop_tables', arguments: {} })
  assert.equal(body.error.code, -32_602)
})

test('carries the guidance of an operation', async () => {
  const { id } = await acme.api.create('/feedback', { title: 'For a tracker' })
  const { error } = await tools.call('send_to_tracker', { id })
  assert.equal(error.guidance.action, 'connect')
})

test('counts every call once, and says when to try again', async () => {
  const narrow = await createTestApp({ limits: { key: 4, workspace: 1_000, windowSeconds: 3_600 } })
  const { key } = await narrow.workspace()
  const client = new ToolClient(narrow.origin, key)
  const remaining = async (method: string, params: object) =>
    (await client.request(method, params)).headers.get('ratelimit')
  assert.equal(await remaining('tools/list', {}), '"key";r=3;t=3600')
  assert.match((await remaining('tools/call', { name: 'list_boards', arguments: {} }))!, /^"key";r=2;/)
  assert.match((await remaining('tools/call', { name: 'nope', arguments: {} }))!, /^"key";r=1;/)
  assert.match((await remaining('tools/call', { name: 'list_feedback', arguments: { limit: 0 } }))!, /^"key";r=0;/)

  const before = await dumpTables(narrow)
  const refused = await client.call('create_feedback', { title: 'Too much' })
  assert.equal(refused.error.code, 'rate_limited')
  const { retryAfterSeconds } = refused.error
  assert.ok(retryAfterSeconds >= 1 && retryAfterSeconds <= 3_600)
  assert.ok(refused.content[0].text.includes(`Wait ${retryAfterSeconds} s, then repeat the same call.`))
  // Messages that run no operation, and calls that fail before one, are refused as well.
  for (const [method, params] of [
    ['tools/list', {}],
    ['tools/call', { name: 'nope', arguments: {} }],
    ['tools/call', { name: 'list_feedback', arguments: { limit: 0 } }],
    ['prompts/get', { name: 'nope' }],
    ['subscriptions/listen', { notifications: {} }],
  ] as const) {
    const { status, headers } = await client.request(method, params)
    assert.equal(status, 429, method)
    assert.match(headers.get('retry-after')!, /^\d+$/)
  }
  assert.deepEqual(await dumpTables(narrow), before)
})

test('counts a body that it rejects, and refuses it over the limit', async () => {
  const bodies: [body: string, headers: Record<string, string>, status: number][] = [
    ['{"jsonrpc":', {}, 400],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', {}, 400],
    ['{}', { 'content-type': 'text/plain' }, 415],
    [' '.repeat(1_048_577), {}, 413],
  ]
  const narrow = await createTestApp({ limits: { key: bodies.length, workspace: 1_000, windowSeconds: 3_600 } })
  const { key } = await narrow.workspace()
  const client = new ToolClient(narrow.origin, key)
  for (const [index, [body, headers, status]] of bodies.entries()) {
    const answer = await client.send(body, headers)
    assert.equal(answer.status, status)
    assert.match(answer.headers.get('ratelimit')!, new RegExp(`^"key";r=${bodies.length - 1 - index};`))
  }
  for (const [body, headers] of bodies) {
    const answer = await client.send(body, headers)
    assert.equal(answer.status, 429)
    assert.match(answer.headers.get('retry-after')!, /^\d+$/)
  }
})

test('records the client as the agent, and one request id, in the audit log', async () => {
  const { rows } = await callAndReadAudit('list', {})
  assert.deepEqual(rows, [{ agent: 'mcp test client', request_id: 'request-list' }])
  const named = await callAndReadAudit('named', { 'x-service-agent': 'triage bot' })
  assert.equal(named.rows[0]!.agent, 'mcp triage bot')
  const odd = await callAndReadAudit('odd', { 'x-service-agent': `<b>${'x'.repeat(100)}` })
  assert.match(odd.rows[0]!.agent, /^mcp -b-x{50,}$/)
  assert.equal(odd.rows[0]!.agent.length, 64)
})

async function callAndReadAudit(name: string, headers: Record<string, string>) {
  const requestId = `request-${name}`
  const { headers: sent } = await tools.request(
    'tools/call',
    { name: 'create_feedback', arguments: { title: name } },
    { 'x-request-id': requestId, ...headers },
  )
  assert.equal(sent.get('x-request-id'), requestId)
  return app.database.pool.query<{ agent: string; request_id: string }>(
    'select agent, request_id from audit_events where workspace_id = $1 and request_id = $2',
    [acme.id, requestId],
  )
}
