import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { after, test } from 'node:test'
import { createSelfSignedCertificate } from '../../test/support/self-signed-certificate.ts'
import { createOutbound, OutboundError } from './outbound.ts'

const loopback = ['127.0.0.0/8']
const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => isIPv6(address)))

const soon = () => AbortSignal.timeout(60_000)

/** Starts a server on every address of this machine that counts its connections and requests. */
async function listen(answer: RequestListener, tls?: { key: string; cert: string }) {
  const seen = { connections: 0, requests: 0, port: 0, url: '', until, last: null as IncomingMessage | null }
  const count: RequestListener = (request, response) => {
    seen.requests += 1
    seen.last = request
    request.resume()
    answer(request, response)
  }
  const server = tls ? createTlsServer(tls, count) : createServer(count)
  server.on('connection', () => {
    seen.connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, hasIpv6 ? '::' : '0.0.0.0', resolve))
  seen.port = (server.address() as { port: number }).port
  seen.url = `http://127.0.0.1:${seen.port}`
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return seen
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

function outboundTo(...options: Parameters<typeof createOutbound>) {
  const outbound = createOutbound(...options)
  after(outbound.close)
  return outbound
}

/** Returns the error of a call that must fail. */
async function failureOf(call: Promise<unknown>): Promise<OutboundError> {
  const failure = await call.catch((error: unknown) => error)
  assert.ok(failure instanceof OutboundError)
  return failure
}

const spellings = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.0.0.1.'],
  ...['１２７.0.0.1', '127。0。0。1', '127.0.0.%31', '127.0.0.2', '0', '0.0.0.0', 'localhost', 'LOCALHOST'],
  ...[
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0::FFFF:7F00:0001]',
    '[::127.0.0.1]',
  ],
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[::ffff:0:127.0.0.1]', 'ⓛocalhost'],
]

test('never connects to this machine, however its address is spelled', async () => {
  const server = await listen((_request, response) => response.end('reached'))
  const { fetch } = outboundTo(['192.0.2.0/24'])
  for (const scheme of ['http', 'https']) {
    for (const host of spellings) {
      const { isForbidden, mayHaveArrived } = await failureOf(
        fetch(`${scheme}://${host}:${server.port}/`, { signal: soon() }),
      )
      assert.deepEqual({ host, isForbidden, mayHaveArrived }, { host, isForbidden: true, mayHaveArrived: false })
    }
  }
  assert.equal(server.connections, 0)
})

test('sends method, headers and body to an allowed network', async () => {
  const server = await listen(async (request, response) => {
    const body = (await request.toArray()).join('')
    response.writeHead(418, { 'X-Kind': 'teapot' }).end(`${request.method} ${request.url} ${body}`)
  })
  const { fetch } = outboundTo(loopback)
  const headers = { authorization: 'Bearer x', 'content-type': 'text/plain' }
  for (const host of ['127.0.0.1', '2130706433', 'localhost']) {
    const url = `http://${host}:${server.port}/a?b=c`
    const answer = await fetch(url, { method: 'POST', headers, body: 'Ünïcödé', signal: soon() })
    assert.deepEqual([answer.status, answer.headers['x-kind'], answer.text], [418, 'teapot', 'POST /a?b=c Ünïcödé'])
    assert.equal(server.last?.headers.authorization, 'Bearer x')
    assert.equal(server.last?.headers['user-agent'], 'Heed')
  }
})

test('permits http:// only for allowed networks', async () => {
  const lookedUp: string[] = []
  const { fetch } = outboundTo(loopback, (name, _options, done) => {
    lookedUp.push(name)
    done(null, [{ address: '93.184.215.14', family: 4 }])
  })
  for (const url of ['http://93.184.215.14/', 'http://tracker.example/', 'http://[2606:2800:21f::1]/']) {
    const { isForbidden, message } = await failureOf(fetch(url, { signal: soon() }))
    assert.equal(isForbidden, true)
    assert.match(message, /http:\/\/ is only for the networks in OUTBOUND_ALLOW/)
  }
  assert.deepEqual(lookedUp, ['tracker.example'])
})

test('sends nothing to a server with an untrusted certificate', async () => {
  const server = await listen((_request, response) => response.end('reached'), createSelfSignedCertificate())
  const { isForbidden } = await failureOf(
    outboundTo(loopback).fetch(`https://127.0.0.1:${server.port}/`, {
      headers: { authorization: 'x' },
      signal: soon(),
    }),
  )
  assert.deepEqual([isForbidden, server.connections, server.requests], [false, 1, 0])
})

test('rejects other schemes and addresses with credentials before sending anything', async () => {
  const server = await listen((_request, response) => response.end('reached'))
  const { fetch } = outboundTo(loopback)
  const at = `127.0.0.1:${server.port}`
  const addresses = [
    `http://ada@${at}/`,
    `http://ada:secret@${at}/`,
    `http://:secret@${at}/`,
    `ftp://${at}/`,
    `ws://${at}/`,
  ]
  const strange = [
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:1',
    'unix:/run/docker.sock',
    '',
    '/path',
    `//${at}/`,
    'http://',
    'http://[fe80::1%25lo]/',
  ]
  for (const address of [...addresses, ...strange]) {
    const { isForbidden, mayHaveArrived, message } = await failureOf(fetch(address, { signal: soon() }))
    assert.deepEqual({ address, isForbidden, mayHaveArrived }, { address, isForbidden: true, mayHaveArrived: false })
    assert.doesNotMatch(message, /secret/)
  }
  assert.equal(server.connections, 0)
})

test('rejects a host name if any of its addresses is forbidden', async () => {
  const server = await listen((_request, response) => response.end('reached'))
  const names: Record<string, string[]> = {
    'both.example': ['127.0.0.1', '10.0.0.1'],
    'last.example': ['127.0.0.1', '127.0.0.1', '127.0.0.1', '169.254.169.254'],
    'mapped.example': ['127.0.0.1', '::ffff:192.168.0.1'],
    'six.example': ['127.0.0.1', '::1'],
    'none.example': [],
    // Not every system resolves the name with a trailing dot.
    'localhost.': ['127.0.0.1', '127.0.0.1', '::1'],
    'strange.example': ['127.0.0.1', 'not an address'],
    'right.example': ['127.0.0.1', '127.0.0.2'],
  }
  const { fetch } = outboundTo(loopback, (name, _options, done) => {
    done(
      null,
      names[name]!.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    )
  })
  const { 'right.example': _, ...wrong } = names
  for (const name of Object.keys(wrong)) {
    const { isForbidden, message } = await failureOf(fetch(`http://${name}:${server.port}/`, { signal: soon() }))
    assert.equal(isForbidden, true, name)
    assert.match(message, new RegExp(RegExp.escape(name)))
  }
  assert.equal(server.connections, 0)
  assert.equal((await fetch(`http://right.example:${server.port}/`, { signal: soon() })).text, 'reached')
})

test('resists DNS rebinding: connects to the checked address and checks each connection again', async () => {
  const server = await listen((_request, response) => response.writeHead(200, { connection: 'close' }).end('reached'))
  let lookups = 0
  const { fetch } = outboundTo(['127.0.0.1/32'], (_name, _options, done) => {
    lookups += 1
    done(null, [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }])
  })
  const url = `http://rebinding.example:${server.port}/`
  assert.equal((await fetch(url, { signal: soon() })).text, 'reached')
  assert.deepEqual([lookups, server.connections], [1, 1])
  assert.equal((await failureOf(fetch(url, { signal: soon() }))).isForbidden, true)
  assert.deepEqual([lookups, server.connections], [2, 1])
})

test('reports an unknown host name as not sent', async () => {
  const { fetch } = outboundTo(loopback, (_name, _options, done) => {
    done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
  })
  const { isForbidden, mayHaveArrived } = await failureOf(fetch('https://nowhere.example/', { signal: soon() }))
  assert.deepEqual({ isForbidden, mayHaveArrived }, { isForbidden: false, mayHaveArrived: false })
})

test('returns a redirect instead of following it', async () => {
  const target = await listen((_request, response) => response.end('reached'))
  for (const status of [301, 302, 303, 307, 308]) {
    const server = await listen((_request, response) =>
      response.writeHead(status, { location: `${target.url}/` }).end(),
    )
    const answer = await outboundTo(loopback).fetch(server.url, { method: 'POST', body: 'x', signal: soon() })
    assert.deepEqual([answer.status, answer.headers.location, server.requests], [status, `${target.url}/`, 1])
  }
  assert.equal(target.connections, 0)
})

const megabyte = 1_048_576

test('reads a response of 10 MB and rejects one byte more', async () => {
  for (const isAnnounced of [true, false]) {
    let isCut = false
    const server = await listen((request, response) => {
      const size = request.url === '/right' ? 10 * megabyte : 10 * megabyte + 1
      response.on('close', () => {
        isCut ||= !response.writableFinished || request.url !== '/right'
      })
      if (isAnnounced) response.setHeader('content-length', size)
      response.end(Buffer.alloc(size, 'x'))
    })
    const { fetch } = outboundTo(loopback)
    assert.equal((await fetch(`${server.url}/right`, { signal: soon() })).text.length, 10 * megabyte)
    const { message, mayHaveArrived } = await failureOf(fetch(`${server.url}/more`, { signal: soon() }))
    assert.match(message, /more than 10 MB/)
    assert.equal(mayHaveArrived, true)
    await until(() => isCut)
  }
})

test('aborts an endless response', async () => {
  let isCut = false
  const server = await listen((_request, response) => {
    const chunk = Buffer.alloc(megabyte, 'x')
    const more = () => isCut || response.write(chunk, () => setImmediate(more))
    response.on('close', () => {
      isCut = true
    })
    more()
  })
  assert.match((await failureOf(outboundTo(loopback).fetch(server.url, { signal: soon() }))).message, /more than 10 MB/)
  await until(() => isCut)
})

test('aborts a slow response on the signal, before and while it arrives', async () => {
  const server = await listen((request, response) => {
    if (request.url === '/midst') response.writeHead(200).write('half of it')
  })
  const { fetch } = outboundTo(loopback)
  for (const path of ['/silent', '/midst']) {
    const late = new AbortController()
    const before = server.requests
    const failure = failureOf(fetch(`${server.url}${path}`, { method: 'POST', body: 'x', signal: late.signal }))
    await until(() => server.requests > before)
    late.abort()
    const { message, mayHaveArrived, isForbidden } = await failure
    assert.match(message, /127\.0\.0\.1 didn’t respond in time/)
    assert.deepEqual({ mayHaveArrived, isForbidden }, { mayHaveArrived: true, isForbidden: false })
  }
})

test('sends nothing if the signal has already been aborted', async () => {
  const server = await listen((_request, response) => response.end('reached'))
  const { mayHaveArrived } = await failureOf(outboundTo(loopback).fetch(server.url, { signal: AbortSignal.abort() }))
  assert.deepEqual([mayHaveArrived, server.connections], [false, 0])
})

test('reports a refused connection as not sent', async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as { port: number }
  await new Promise((resolve) => closed.close(resolve))
  const call = outboundTo(loopback).fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x', signal: soon() })
  const { mayHaveArrived, isForbidden } = await failureOf(call)
  assert.deepEqual({ mayHaveArrived, isForbidden }, { mayHaveArrived: false, isForbidden: false })
})

test('reports a request as possibly received if the connection is lost after sending, and does not retry', async () => {
  let isCutting = true
  const server = await listen((request, response) => {
    if (isCutting) request.socket.destroy()
    else response.end('reached')
  })
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    for (const isReused of [false, true]) {
      const outbound = createOutbound(loopback)
      const call = () => outbound.fetch(server.url, { method, signal: soon() })
      isCutting = false
      if (isReused) await call()
      const before = server.requests
      isCutting = true
      assert.equal((await failureOf(call())).mayHaveArrived, true)
      await outbound.close()
      assert.equal(server.requests, before + 1)
    }
  }
})

test('rejects a truncated response', async () => {
  const server = await listen((request, response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('{"id":', () => request.socket.destroy())
  })
  const failure = await failureOf(outboundTo(loopback).fetch(server.url, { method: 'POST', signal: soon() }))
  assert.equal(failure.mayHaveArrived, true)
})
