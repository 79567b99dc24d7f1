import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultTimeouts } from '../../platform/http/connections.ts'
import { createTestApp } from '../test-app.ts'
import { assertErrorResponse, jsonHeaders, openRawConnection, rawRequest } from './raw-connection.ts'

const app = await createTestApp()
const acme = await app.workspace()
const reader = await acme.makeKey({ scopes: ['feedback:read'] })

const part = 'x'.repeat(65_536)
const chunk = `10000\r\n${part}\r\n`
const megabyte = 16

const streamOf = (parts: number) =>
  new ReadableStream({
    pull(controller) {
      if (parts-- > 0) controller.enqueue(Buffer.from(part))
      else controller.close()
    },
  })

test('rejects a body over 1 MB while it streams in', async () => {
  const connection = await openRawConnection(app.origin)
  await connection.write(rawRequest('POST /api/v1/feedback', jsonHeaders(acme.key, { 'Transfer-Encoding': 'chunked' })))
  for (let sent = 0; sent <= megabyte; sent++) await connection.write(chunk)
  assertErrorResponse(await connection.nextResponse(), 413, 'payload_too_large')
})

test('rejects a Content-Length over 1 MB before any of the body arrives', async () => {
  const connection = await openRawConnection(app.origin)
  await connection.write(rawRequest('POST /api/v1/feedback', jsonHeaders(acme.key, { 'Content-Length': 1_048_577 })))
  assertErrorResponse(await connection.nextResponse(), 413, 'payload_too_large')
})

const framings: [name: string, headers: Record<string, string | number>, bytes: string][] = [
  ['in chunks', { 'Transfer-Encoding': 'chunked' }, chunk],
  ['in chunks with Connection: close', { 'Transfer-Encoding': 'chunked', Connection: 'close' }, chunk],
  ['with a Content-Length', { 'Content-Length': 32 * 65_536 * megabyte }, part],
  ['with a Content-Length and Connection: close', { 'Content-Length': 2 ** 30, Connection: 'close' }, part],
]

const refusals: [status: number, code: string, line: string, key: string][] = [
  [413, 'payload_too_large', 'POST /api/v1/feedback', acme.key],
  [401, 'unauthorized', 'POST /api/v1/feedback', 'nobody'],
  [403, 'forbidden', 'POST /api/v1/feedback', reader.key],
  [404, 'not_found', 'POST /api/v1/nowhere', acme.key],
  [405, 'method_not_allowed', 'PUT /api/v1/feedback', acme.key],
]

for (const [status, code, line, key] of refusals) {
  for (const [name, headers, bytes] of framings) {
    test(`${status}: delivers the response to a client that sends 8 MB ${name} before reading`, async () => {
      const connection = await openRawConnection(app.origin)
      let fault: Error | null = null
      connection.socket.once('error', (error) => {
        fault = error
      })
      connection.socket.pause()
      await connection.write(rawRequest(line, jsonHeaders(key, headers)))
      for (let sent = 0; sent < 8 * megabyte; sent++) await connection.write(bytes)
      connection.socket.resume()
      assertErrorResponse(await connection.nextResponse(), status, code)
      assert.equal(fault, null)
    })
  }

  test(`${status}: lets fetch read the response to 20 MB, streamed or whole, and serves its next request`, async () => {
    const [method = '', path = ''] = line.split(' ')
    for (const body of [streamOf(20 * megabyte), Buffer.alloc(20 * 1_048_576, 'x')]) {
      const answer = await fetch(app.origin + path, {
        method,
        headers: jsonHeaders(key),
        body,
        duplex: 'half',
      } as RequestInit)
      const { error } = (await answer.json()) as { error: { code: string } }
      assert.deepEqual([answer.status, error.code], [status, code])
      assert.equal((await acme.api.get('/tags')).status, 200)
    }
  })
}

test('keeps the connection open after a rejected request and answers the next one', async () => {
  const connection = await openRawConnection(app.origin)
  await connection.write(rawRequest('POST /api/v1/feedback', jsonHeaders('nobody', { 'Transfer-Encoding': 'chunked' })))
  assertErrorResponse(await connection.nextResponse(), 401, 'unauthorized')
  for (let sent = 0; sent < 2 * megabyte; sent++) await connection.write(chunk)
  await connection.write(`0\r\n\r\n${rawRequest('GET /healthz')}`)
  assert.equal((await connection.nextResponse()).status, 200)
})

test('closes the connection of a client that keeps sending, without a second response', async () => {
  const timeouts = { ...defaultTimeouts, headersMs: 1_000, requestMs: 1_500, checkMs: 100, lingerMs: 300 }
  const hasty = await createTestApp({ timeouts })
  const { key } = await hasty.workspace()
  for (const token of [key, 'nobody']) {
    const connection = await openRawConnection(hasty.origin, true)
    await connection.write(rawRequest('POST /api/v1/feedback', jsonHeaders(token, { 'Transfer-Encoding': 'chunked' })))
    let isOver = false
    connection.closed.then(() => {
      isOver = true
    })
    const answered = connection.nextResponse()
    while (!isOver) await connection.write(chunk)
    assert.ok([401, 413].includes((await answered).status))
    assert.equal(await connection.remainder(), '')
  }
})
