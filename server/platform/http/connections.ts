import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { invalid } from '../problems.ts'
import { errorBody } from './error-handler.ts'

/** Patience with clients, in milliseconds. */
export interface Timeouts {
  headersMs: number
  /** For a whole request, headers included. */
  requestMs: number
  /** For a kept-alive connection without a request. */
  idleMs: number
  /** How long a client may go on sending what was refused, so that it comes to reading why. */
  lingerMs: number
  /** How often the first two are looked after. */
  checkMs: number
}

/** Idle is a little longer than the 60 s that balancers commonly keep theirs, so that the balancer closes first. */
export const defaultTimeouts: Timeouts = {
  headersMs: 15_000,
  requestMs: 30_000,
  idleMs: 75_000,
  lingerMs: 5_000,
  checkMs: 5_000,
}

// The answers that each connection still owes, oldest first.
const pendingResponses = new WeakMap<Socket, ServerResponse[]>()

/** Makes every answer reach its client, in the order of the requests, also when the client does not stop sending. */
export function trackConnections(server: Server, timeouts: Timeouts): void {
  server.on('connection', (socket: Socket) => lingerWhenUnread(socket, timeouts.lingerMs))
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const unfinished = pendingResponses.get(socket)
    if (unfinished === undefined) pendingResponses.set(socket, [response])
    else {
      while (unfinished[0]?.writableFinished) unfinished.shift()
      unfinished.push(response)
    }
  })
  // RFC 9110, section 10.1.1, lets a server ignore what it is expected to do and does not know.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

const unfinishedResponses = (socket: Socket): ServerResponse[] =>
  pendingResponses.get(socket)?.filter((response) => !response.writableFinished) ?? []

/**
 * Closing a connection while the client still sends makes its system throw away what it has not read: the answer.
 * So we close our half, read on for a while and forget it (as RFC 9112, section 9.6, advises).
 */
function lingerWhenUnread(socket: Socket, lingerMs: number): void {
  const destroySoon = socket.destroySoon.bind(socket)
  socket.destroySoon = () => {
    const isUnread = pendingResponses.get(socket)?.some(({ req }) => !req.complete) ?? false
    if (isUnread) closeAfterLinger(socket, lingerMs)
    else destroySoon()
  }
}

function closeAfterLinger(socket: Socket, lingerMs: number): void {
  socket.end()
  const patience = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(patience))
}

// More of the same may come while the answer waits for its turn.
const refused = new WeakSet<Socket>()

/** What is not HTTP, comes too slowly, or has headers beyond the limit. No route can answer it. */
export const handleClientError =
  (timeouts: Timeouts) =>
  ({ code }: Error & { code?: string }, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable || refused.has(socket)) return
    refused.add(socket)
    const pending = unfinishedResponses(socket)
    const broken = pending.find(({ req }) => !req.complete)
    // Answered already, while its body was still coming.
    const isAnswered =
      pendingResponses.get(socket)?.some((each) => each.writableFinished && !each.req.complete) ?? false
    if (isAnswered || broken?.headersSent) {
      socket.destroy()
      return
    }
    const answer = () => {
      socket.write(
        rawResponse(errorBody(invalid([{ path: '', message: describeClientError(code, timeouts) }]), randomUUID())),
      )
      closeAfterLinger(socket, timeouts.lingerMs)
    }
    const before = pending.filter((response) => response !== broken).at(-1)
    if (before) before.once('close', answer)
    else answer()
  }

function describeClientError(code: string | undefined, { headersMs, requestMs }: Timeouts): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'must come with at most 128 KB of request line and headers'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return `must arrive within ${requestMs / 1000} seconds, its headers within ${headersMs / 1000}`
  }
  return 'must be an HTTP/1.1 request'
}

const rawResponse = (body: string): string =>
  [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: private, no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${JSON.parse(body).error.requestId}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
