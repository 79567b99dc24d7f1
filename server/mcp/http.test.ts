import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ToolClient } from '../test/clients/tool-client.ts'
import { createAccountFixtures } from '../test/fixtures/accounts.ts'
import { grantAccess } from '../test/fixtures/apps.ts'
import { openRawConnection } from '../test/instance/raw-connection.ts'
import { dumpTables } from '../test/support/dump-tables.ts'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace()
const client = new ToolClient(app.origin, acme.key)
const url = `${app.origin}/mcp`
const ping = { jsonrpc: '2.0', id: 7, method: 'ping' }
const list = { jsonrpc: '2.0', id: 8, method: 'tools/list' }
const challenge = 'Bearer resource_metadata="http://heed.test/.well-known/oauth-protected-resource/mcp"'

test('returns 401 with the URL of its metadata, before reading a body, to any origin', async () => {
  const anonymous = new ToolClient(app.origin, null)
  const sent: Record<string, string>[] = [{}, { origin: 'https://elsewhere.example' }, { 'content-type': 'text/plain' }]
  for (const headers of sent) {
    const answer = await anonymous.send('not JSON', headers)
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('www-authenticate'), challenge)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.match(answer.headers.get('access-control-expose-headers')!, /WWW-Authenticate/)
    assert.equal(answer.body.jsonrpc, '2.0')
  }
})

test('the metadata suggests scopes without customers’ addresses and without admin scopes', async () => {
  const { headers } = await new ToolClient(app.origin, null).send(ping)
  const { pathname } = new URL(/resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate')!)![1]!)
  const metadata = (await (await fetch(app.origin + pathname)).json()) as Record<string, unknown>
  assert.deepEqual([metadata.resource, metadata.authorization_servers], ['http://heed.test/mcp', ['http://heed.test']])
  assert.deepEqual((metadata.scopes_supported as string[]).toSorted(), [
    'boards:read',
    'changelog:read',
    'changelog:write',
    'comments:write',
    'events:read',
    'feedback:read',
    'feedback:write',
    'roadmap:read',
    'roadmap:write',
    'workspace:read',
  ])
})

test('accepts a token only in the header', async () => {
  const { status } = await fetch(`${url}?access_token=${acme.key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `token=${acme.key}` },
    body: JSON.stringify(ping),
  })
  assert.equal(status, 401)
})

test('admits a page of any origin that has a valid token, and no page by its cookies', async () => {
  for (const origin of ['https://elsewhere.example', 'null', 'http://localhost:6274']) {
    const answer = await client.send(ping, { origin })
    assert.equal(answer.status, 200, origin)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
  }
})

test('answers the preflight of a browser without a token', async () => {
  const { status, headers } = await fetch(url, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  })
  assert.equal(status, 204)
  assert.equal(headers.get('access-control-allow-origin'), '*')
  assert.match(headers.get('access-control-allow-methods')!, /POST/)
  for (const name of ['Authorization', 'Content-Type', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name']) {
    assert.match(headers.get('access-control-allow-headers')!, new RegExp(`\\b${name}\\b`))
  }
})

test('refuses requests through DNS rebinding, even with a token', async () => {
  const statusFor = async (host: string, origin: string): Promise<number> => {
    const connection = await openRawConnection(app.origin)
    const body = JSON.stringify(ping)
    await connection.write(
      `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nAuthorization: Bearer ${acme.key}\r\n` +
        `Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
    return (await connection.nextResponse()).status
  }
  assert.equal(await statusFor('evil.example:3000', 'http://evil.example:3000'), 403)
  assert.equal(await statusFor('evil.example', 'http://evil.example'), 403)
  assert.equal(await statusFor('heed.test', 'http://heed.test'), 200)
  assert.equal(await statusFor('localhost:3000', 'http://localhost:3000'), 200)
  // Behind a proxy that passes on another name.
  assert.equal(await statusFor('heed.internal', 'http://heed.test'), 200)
})

test('has no sessions: returns 405 for GET, DELETE and others', async () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
    const { status, headers } = await fetch(url, { method, headers: { authorization: `Bearer ${acme.key}` } })
    assert.equal(status, 405, method)
    assert.equal(headers.get('allow'), 'POST, OPTIONS')
  }
  const answer = await client.send({ ...ping, method: 'initialize', params: initialization('2025-11-25') })
  assert.equal(answer.headers.get('mcp-session-id'), null)
  // A session id of another server, or of an earlier version, does no harm.
  assert.equal((await client.send(ping, { 'mcp-session-id': 'abc' })).status, 200)
})

test('rejects bodies that are too large while they stream in', async () => {
  const padded = JSON.stringify(ping).padEnd(1_048_576)
  assert.equal((await client.send(padded)).status, 200)
  assert.equal((await client.send(`${padded} `)).status, 413)
})

test('rejects bodies that are not a single JSON-RPC message', async () => {
  const codeOf = async (body: unknown, headers = {}) => {
    const answer = await client.send(body, headers)
    return [answer.status, answer.body.error.code]
  }
  assert.deepEqual(await codeOf('{"jsonrpc":'), [400, -32_700])
  assert.deepEqual(await codeOf(ping, { 'content-type': 'text/plain' }), [415, -32_000])
  assert.deepEqual(await codeOf([ping, ping]), [400, -32_600])
  assert.deepEqual(await codeOf([]), [400, -32_600])
  assert.equal((await client.send('')).status, 400)
  assert.equal((await client.send('5')).status, 400)
  assert.equal((await client.send({ hello: 1 })).status, 400)
})

const initialization = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
})

test('negotiates a version that it knows, and rejects an unknown one in a header', async () => {
  const negotiated = async (version: string) =>
    (await client.send({ ...ping, method: 'initialize', params: initialization(version) })).body.result.protocolVersion
  assert.equal(await negotiated('2025-11-25'), '2025-11-25')
  assert.equal(await negotiated('1999-01-01'), '2025-11-25')
  assert.equal((await client.send(list, { 'mcp-protocol-version': '2025-11-25' })).status, 200)
  assert.equal((await client.send(list, { 'mcp-protocol-version': '1999-01-01' })).status, 400)

  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2099-01-01',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const { status, body } = await client.send(
    { ...list, params: { _meta: meta } },
    { 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'tools/list' },
  )
  assert.deepEqual([status, body.error.data.supported], [400, ['2026-07-28']])
})

test('serves 2026-07-28 without a handshake and identifies itself', async () => {
  const { status, body } = await client.request('server/discover')
  assert.equal(status, 200)
  assert.deepEqual(body.result.supportedVersions, ['2026-07-28'])
  assert.deepEqual(Object.keys(body.result.capabilities).sort(), ['prompts', 'resources', 'tools'])
  assert.equal(body.result._meta['io.modelcontextprotocol/serverInfo'].name, 'heed')
})

test('rejects a request whose header names another version, method or tool than its body', async () => {
  const others: Record<string, string>[] = [
    { 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-method': 'tools/list' },
    { 'mcp-name': 'delete_customer' },
  ]
  for (const headers of others) {
    const answer = await client.request('tools/call', { name: 'list_boards', arguments: {} }, headers)
    assert.equal(answer.status, 400, JSON.stringify(headers))
  }
})

test('rejects subscriptions/listen', async () => {
  const { status, body } = await client.request('subscriptions/listen', { notifications: { toolsListChanged: true } })
  assert.deepEqual([status, body.error.code], [404, -32_601])
})

test('answers any message in any process, without a session', async () => {
  const second = await createTestApp({ databaseName: app.databaseName })
  const other = new ToolClient(second.origin, acme.key)
  await client.send({ ...ping, method: 'initialize', params: initialization('2025-11-25') })
  assert.equal((await other.send({ jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202)
  const created = await other.call('create_feedback', { title: 'From the other process', idempotencyKey: 'both' })
  const again = await client.call('create_feedback', { title: 'From the other process', idempotencyKey: 'both' })
  assert.deepEqual(again.structuredContent, created.structuredContent)

  const [firstPage] = [(await client.request('tools/list')).body.result]
  const nextPage = (await other.request('tools/list', { cursor: firstPage.nextCursor })).body.result
  assert.ok(nextPage.tools.length > 0)
})

test('accepts an app’s access token only if it is for this resource', async () => {
  const { createMember } = await createAccountFixtures(app)
  const { memberId } = await createMember(acme, 'owner')
  const statusWith = async (resources: ('api' | 'mcp')[]) => {
    const { token } = await grantAccess(app, acme, { memberId, resources })
    const called = await new ToolClient(app.origin, token).request('tools/call', { name: 'list_boards', arguments: {} })
    const { status } = await fetch(`${app.origin}/api/v1/boards`, { headers: { authorization: `Bearer ${token}` } })
    return { mcp: called.status, isError: called.body.result?.isError, api: status }
  }
  assert.deepEqual(await statusWith(['mcp']), { mcp: 200, isError: undefined, api: 401 })
  assert.deepEqual(await statusWith(['api']), { mcp: 401, isError: undefined, api: 200 })
})

test('does nothing for a credential of another workspace', async () => {
  const globex = await app.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Ours' })
  const before = await dumpTables(app)
  const theirs = new ToolClient(app.origin, globex.key)
  assert.equal((await theirs.call('get_feedback', { id })).error.code, 'not_found')
  assert.equal((await theirs.request('resources/read', { uri: `heed://feedback/${id}` })).body.error.code, -32_602)
  assert.deepEqual(await dumpTables(app), before)
})
