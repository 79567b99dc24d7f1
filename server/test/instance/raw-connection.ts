import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after } from 'node:test'
import { assertMatchesOpenApi } from '../contract/assert-response.ts'

export interface RawHttpResponse {
  status: number
  headers: Record<string, string>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  json: any
}

/** A connection that sends exact bytes, well-formed or not. */
export interface RawConnection {
  socket: Socket
  /** Resolves when the system has accepted the bytes or accepts no more. */
  write(bytes: string | Buffer): Promise<void>
  /** Reads the next response completely. @throws if the connection ends before. */
  nextResponse(): Promise<RawHttpResponse>
  /** Returns the remaining bytes after all responses, once the server has closed the connection. */
  remainder(): Promise<string>
  closed: Promise<void>
}

/** @param isStubborn whether to keep sending after the other side has closed its half. */
export async function openRawConnection(origin: string, isStubborn = false): Promise<RawConnection> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: isStubborn })
  after(() => socket.destroy())
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let received = Buffer.alloc(0)
  let isClosed = false
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      isClosed = true
      resolve()
    }),
  )
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes])
    socket.emit('more')
  })
  const more = () => Promise.race([new Promise((resolve) => socket.once('more', resolve)), closed])

  const take = (): RawHttpResponse | null => {
    const end = received.indexOf('\r\n\r\n')
    if (end === -1) return null
    const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const status = Number(first.split(' ')[1])
    const last = end + 4 + Number(headers['content-length'] ?? 0)
    if (received.length < last) return null
    const text = received.subarray(end + 4, last).toString()
    received = received.subarray(last)
    return { status, headers, text, json: text.startsWith('{') ? JSON.parse(text) : null }
  }

  const next = async (): Promise<RawHttpResponse> => {
    for (;;) {
      const answer = take()
      if (answer) return answer
      if (isClosed || socket.readableEnded) throw new Error(`The connection ended with: ${received}`)
      await more()
    }
  }

  return {
    socket,
    closed,
    nextResponse: next,
    write: (bytes) =>
      new Promise((resolve) => {
        // In its own turn of the event loop, so that a caller that writes in a loop notices the end.
        if (isClosed || !socket.writable) return setImmediate(resolve)
        const goOn = () => {
          socket.off('close', goOn)
          resolve()
        }
        socket.once('close', goOn)
        socket.write(bytes, goOn)
      }),
    async remainder() {
      await closed
      return received.toString()
    },
  }
}

/** Formats a request: the usual headers, then the given ones. */
export const rawRequest = (line: string, headers: Record<string, string | number> = {}, body = ''): string =>
  [
    `${line} HTTP/1.1`,
    'Host: heed.test',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')

/** Returns the headers of an authenticated request with a JSON body. */
export const jsonHeaders = (key: string, more: Record<string, string | number> = {}) => ({
  Authorization: `Bearer ${key}`,
  'Content-Type': 'application/json',
  ...more,
})

/** Asserts the documented format of an error response. */
export function assertErrorResponse(answer: RawHttpResponse, status: number, code: string): void {
  assert.deepEqual([answer.status, answer.json?.error.code], [status, code], answer.text)
  const headers = new Headers(answer.headers)
  assertMatchesOpenApi('GET', '/no-operation', { status, headers, body: answer.json })
}
