import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { invalid } from '../problems.ts'
import { errorBody } from './error-handler.ts'

/** Timeouts for clients, in milliseconds. */
export interface Timeouts {
  headersMs: number
  /** For receiving the body of a request. */
  requestMs: number
  /** For a whole upload, including its headers. */
  uploadMs: number
  /** For a keep-alive connection without a request. */
  idleMs: number
  /** How long a client may keep sending a rejected request, so that the response reaches it. */
  lingerMs: number
  /** How often `headersMs` and `uploadMs` are enforced. */
  checkMs: number
}

/** `idleMs` is longer than the usual 60 s of load balancers, so that the load balancer closes first. */
export const defaultTimeouts: Timeouts = {
  headersMs: 15_000,
  requestMs: 30_000,
  // 10 MB at 0.3 Mbit/s.
  uploadMs: 300_000,
  idleMs: 75_000,
  lingerMs: 5_000,
  checkMs: 5_000,
}

// The unfinished responses of each connection, oldest first.
const pendingResponses = new WeakMap<Socket, ServerResponse[]>()

/** Ensures that every response reaches its client, in the order of the requests, even if the client keeps sending. */
export function trackConnections(server: Server, timeouts: Timeouts): void {
  server.on('connection', (socket: Socket) => lingerWhenUnread(socket, timeouts.lingerMs))
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    limitBodyTime(server, request, timeouts.requestMs)
    const unfinished = pendingResponses.get(socket)
    if (unfinished === undefined) pendingResponses.set(socket, [response])
    else {
      while (unfinished[0]?.writableFinished) unfinished.shift()
      unfinished.push(response)
    }
  })
  // RFC 9110, section 10.1.1, lets a server ignore an unknown expectation.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

// The running timers of bodies that are still arriving.
const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>()
// The requests that may take as long as an upload.
const slowBodies = new WeakSet<IncomingMessage>()

/** Rejects a request whose body takes too long. Node's own limit is the same for all requests. */
function limitBodyTime(server: Server, request: IncomingMessage, timeoutMs: number): void {
  const { headers, socket } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  const timer = setTimeout(() => {
    if (request.complete) return
    const error = Object.assign(new Error('The body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.emit('clientError', error, socket)
  }, timeoutMs).unref()
  bodyTimers.set(request, timer)
  request.once('close', () => {
    clearTimeout(timer)
    bodyTimers.delete(request)
  })
}

/** Gives an authorized upload more time than other requests: a phone may need minutes for a photo. */
export function allowSlowBody(request: IncomingMessage): void {
  clearTimeout(bodyTimers.get(request))
  slowBodies.add(request)
}

const unfinishedResponses = (socket: Socket): ServerResponse[] =>
  pendingResponses.get(socket)?.filter((response) => !response.writableFinished) ?? []

/**
 * Delays closing a connection whose client is still sending. Closing it at once would make the client's system discard
 * the unread response. Instead, the server closes its half and reads on for a while (RFC 9112, section 9.6).
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
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

// More malformed data may arrive while the response waits for its turn.
const rejected = new WeakSet<Socket>()

/** Responds to requests that reach no route: malformed, too slow, or with headers over the limit. */
export const handleClientError =
  (timeouts: Timeouts) =>
  ({ code }: Error & { code?: string }, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable || rejected.has(socket)) return
    rejected.add(socket)
    const pending = unfinishedResponses(socket)
    const broken = pending.find(({ req }) => !req.complete)
    // The request was answered while its body was still arriving.
    const isAnswered =
      pendingResponses.get(socket)?.some((each) => each.writableFinished && !each.req.complete) ?? false
    if (isAnswered || broken?.headersSent) {
      socket.destroy()
      return
    }
    const isUpload = broken !== undefined && slowBodies.has(broken.req)
    const message = describeClientError(code, timeouts, isUpload)
    const respond = () => {
      socket.write(rawResponse(errorBody(invalid([{ path: '', message }]), randomUUID())))
      closeAfterLinger(socket, timeouts.lingerMs)
    }
    const before = pending.filter((response) => response !== broken).at(-1)
    if (before) before.once('close', respond)
    else respond()
  }

function describeClientError(code: string | undefined, timeouts: Timeouts, isUpload: boolean): string {
  const { headersMs, requestMs, uploadMs } = timeouts
  if (code === 'HPE_HEADER_OVERFLOW') return 'must come with at most 128 KB of request line and headers'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return `must arrive within ${(isUpload ? uploadMs : requestMs) / 1000} seconds, its headers within ${headersMs / 1000}`
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
