import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { afterEach, test } from 'node:test'
import { logTo } from '../../platform/log.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../support/locks.ts'
import { createTestApp } from '../test-app.ts'
import { assertErrorResponse, jsonHeaders, openRawConnection, rawRequest } from './raw-connection.ts'

const logged: string[] = []
const stream = new Writable({
  write(line, _encoding, done) {
    logged.push(String(line))
    done()
  },
})
const app = await createTestApp({ log: logTo(stream, 'warn') })
const acme = await app.workspace()

const titles = async () => (await acme.api.listAll('/feedback')).map(({ title }) => title)

afterEach(async () => {
  assert.equal((await acme.api.get('/feedback?limit=1')).status, 200)
  assert.deepEqual(logged.splice(0), [], 'what clients do wrong is no fault of ours')
})

const create = (headers: Record<string, string | number>, body = '') =>
  rawRequest('POST /api/v1/feedback', jsonHeaders(acme.key, headers), body)

const chunked = { 'Transfer-Encoding': 'chunked' }
const body = '{"title":"Refused"}'

const notHttp: [name: string, bytes: string | Buffer][] = [
  ['binary garbage', Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10])],
  ['a TLS greeting', Buffer.from('16030100c8010000c40303', 'hex')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown HTTP version', 'GET /healthz HTTP/4.2\r\nHost: x\r\n\r\n'],
  ['an unknown method', 'FETCH /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['no Host header', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['a header without a name', rawRequest('GET /healthz', { '': 'x' })],
  ['a space in the name of a header', rawRequest('GET /healthz', { 'X Y': 'x' })],
  ['a NUL in a header', rawRequest('GET /healthz', { 'X-Service-Agent': 'a\0b' })],
  ['a header that continues on the next line', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n'],
  ['headers beyond 128 KB', rawRequest('GET /healthz', { 'X-Long': 'x'.repeat(140_000) })],
  ['a chunk size that is not a number', create(chunked, `zz\r\n${body}\r\n0\r\n\r\n`)],
  ['a chunk longer than its size', create(chunked, `5\r\n${body}\r\n0\r\n\r\n`)],
  ['a chunk size that overflows', create(chunked, `ffffffffffffffffff\r\n${body}\r\n0\r\n\r\n`)],
  ['Content-Length that is no number', create({ 'Content-Length': 'many' }, body)],
  ['Content-Length that is negative', create({ 'Content-Length': -1 }, body)],
  ['Content-Length twice, differently', create({ 'Content-Length': 5, 'content-length': body.length }, body)],
  ['Content-Length twice, alike', create({ 'Content-Length': body.length, 'content-length': body.length }, body)],
  [
    'Content-Length and Transfer-Encoding together',
    create({ ...chunked, 'Content-Length': 5 }, `13\r\n${body}\r\n0\r\n\r\n`),
  ],
  ['an unknown transfer encoding', create({ 'Transfer-Encoding': 'chunked, squeezed' }, body)],
]

for (const [name, bytes] of notHttp) {
  test(`answers 400 in the usual format and serves the next request: ${name}`, async () => {
    const before = await titles()
    const connection = await openRawConnection(app.origin)
    await connection.write(bytes)
    assertErrorResponse(await connection.nextResponse(), 400, 'validation_error')
    connection.socket.end()
    assert.equal(await connection.remainder(), '')
    assert.deepEqual(await titles(), before)
  })
}

test('ignores an unknown Expect header', async () => {
  const connection = await openRawConnection(app.origin)
  await connection.write(rawRequest('GET /healthz', { Expect: 'the-unexpected' }))
  assert.equal((await connection.nextResponse()).status, 200)
})

test('closes the connection on CONNECT', async () => {
  const connection = await openRawConnection(app.origin)
  await connection.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')
  assert.equal(await connection.remainder(), '')
})

test('ends a body at its Content-Length and rejects the rest as a malformed request', async () => {
  const connection = await openRawConnection(app.origin)
  const first = '{"title":"As long as announced"}'
  await connection.write(create({ 'Content-Length': first.length }, `${first}{"title":"Smuggled"}`))
  const created = await connection.nextResponse()
  assert.deepEqual([created.status, created.json.data.title], [201, 'As long as announced'])
  assertErrorResponse(await connection.nextResponse(), 400, 'validation_error')
  assert.equal(await connection.remainder(), '')
  assert.ok(!(await titles()).includes('Smuggled'))
})

for (const [name, leave] of [
  ['closes its side of the connection', 'end'],
  ['vanishes', 'resetAndDestroy'],
] as const) {
  test(`changes nothing for a client that ${name} in the middle of a body`, async () => {
    const before = await titles()
    const connection = await openRawConnection(app.origin)
    await connection.write(create({ 'Content-Length': 500, Expect: '100-continue' }))
    assert.equal((await connection.nextResponse()).status, 100)
    await connection.write(body)
    connection.socket[leave]()
    await connection.closed
    assert.deepEqual(await titles(), before)
  })
}

test('answers pipelined requests in order', async () => {
  const connection = await openRawConnection(app.origin)
  const body = '{"title":"Pipelined"}'
  const get = rawRequest('GET /api/v1/workspace', { Authorization: `Bearer ${acme.key}` })
  await connection.write(
    create({ 'Content-Length': body.length }, body) + get + rawRequest('GET /nowhere') + rawRequest('GET /healthz'),
  )
  const answers = [await connection.nextResponse(), await connection.nextResponse(), await connection.nextResponse()]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 200, 404],
  )
  assert.equal(answers[1]!.json.data.slug, acme.slug)
  assert.deepEqual((await connection.nextResponse()).json, { status: 'ok' })
})

test('answers garbage that follows running requests once, after their responses', async () => {
  const lock = await startBlockingTransaction(app, 'lock table boards in access exclusive mode')
  const connection = await openRawConnection(app.origin)
  const body = '{"title":"Before the garbage"}'
  await connection.write(create({ 'Content-Length': body.length }, body))
  await waitForBlockedConnections(app)
  await connection.write('garbage\r\n\r\n')
  await connection.write('and more of it\r\n\r\n')
  await lock.release()
  const first = await connection.nextResponse()
  assert.deepEqual([first.status, first.json.data.title], [201, 'Before the garbage'])
  assertErrorResponse(await connection.nextResponse(), 400, 'validation_error')
  assert.equal(await connection.remainder(), '')
})
