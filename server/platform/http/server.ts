import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Log, writeInfoLine } from '../log.ts'
import { invalid, problem } from '../problems.ts'
import { currentTraceIds } from '../tracing/tracing.ts'
import type { RegisteredOperation } from './api/operations.ts'
import { apiBase } from './api/request-input.ts'
import { defaultTimeouts, handleClientError, type Timeouts, trackConnections } from './connections.ts'
import { errorBody, renderErrors } from './error-handler.ts'
import { bodyLimitBytes, normalizeContentType, registerJsonBodyParser } from './parsing/json-body.ts'
import { parseQuery } from './parsing/query-string.ts'

const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/
// An API key sent as a request id by mistake must not reach the log or the audit log.
const keyPrefix = 'heed_sk_'

// A preview of a tracker issue carries up to 100,000 characters in its query.
const maxHeaderBytes = 131_072

interface ServerOptions {
  timeouts?: Timeouts | undefined
  /** Returns the URL that a request is routed by. Default: the URL that was sent. */
  rewrite?: (request: IncomingMessage) => string
}

/** Creates the HTTP server without routes: request ids, limits, body parsing and errors. */
export function createServer(log: Log, { timeouts = defaultTimeouts, rewrite }: ServerOptions = {}): FastifyInstance {
  const app = fastify({
    logger: false,
    ...(rewrite && { rewriteUrl: rewrite }),
    bodyLimit: bodyLimitBytes,
    requestTimeout: timeouts.uploadMs,
    keepAliveTimeout: timeouts.idleMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // An id may be as long as all headers together. It is a 404 like any other unknown id.
    routerOptions: { querystringParser: parseQuery as never, maxParamLength: maxHeaderBytes },
    genReqId: ({ headers }) => {
      const sent = headers['x-request-id']
      return typeof sent === 'string' && requestIdPattern.test(sent) && !sent.includes(keyPrefix) ? sent : randomUUID()
    },
    http: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      // The hook below rejects it with our error format.
      requireHostHeader: false,
    },
    clientErrorHandler: handleClientError(timeouts),
    // A path that cannot be decoded arrives here without passing the hooks.
    frameworkErrors: (_error, request, reply) => {
      setCommonHeaders(request, reply as FastifyReply)
      sendProblem(unknownPath(), request, reply as FastifyReply)
    },
  })
  trackConnections(app.server, timeouts)
  registerJsonBodyParser(app)
  app.decorateRequest('credential', null)
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply)
    normalizeContentType(request)
    // RFC 9112, section 3.2.
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      throw invalid([{ path: 'header.Host', message: 'is required' }])
    }
    // An unknown path or method is answered before the body is checked (contract §1).
    if (request.is404) sendNotFoundOrMethodNotAllowed(request, reply)
    else done()
  })
  app.setErrorHandler(renderErrors(log))
  app.setNotFoundHandler(sendNotFoundOrMethodNotAllowed)
  return app
}

// The patterns of all API paths, to tell an unknown path (404) from an unsupported method (405).
const knownPaths = new WeakMap<FastifyInstance, { pattern: RegExp; allow: string }[]>()

/** Registers the methods of each API path for 405 responses. HEAD comes with every GET (RFC 9110, section 9.1). */
export function registerKnownPaths(app: FastifyInstance, operations: RegisteredOperation[]): void {
  const methods = new Map<string, string[]>()
  for (const { path, method } of operations) {
    methods.set(path, [...(methods.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])])
  }
  knownPaths.set(
    app,
    [...methods].map(([path, allowed]) => ({
      pattern: new RegExp(`^${apiBase}${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      allow: allowed.join(', '),
    })),
  )
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('cache-control', 'private, no-store')
}

const unknownPath = () => problem('not_found', 'This path does not exist. The API is described at /docs.')

function sendNotFoundOrMethodNotAllowed(request: FastifyRequest, reply: FastifyReply): void {
  const path = decodeURI(request.url.split(/[?#]/, 1)[0]!)
  const known = knownPaths.get(request.server)?.find(({ pattern }) => pattern.test(path))
  const rejection =
    known === undefined
      ? unknownPath()
      : problem('method_not_allowed', `${request.method} is not supported here. Allowed: ${known.allow}.`, {
          headers: { allow: known.allow },
        })
  sendProblem(rejection, request, reply)
}

function sendProblem(rejection: ReturnType<typeof problem>, request: FastifyRequest, reply: FastifyReply): void {
  reply
    .code(rejection.code === 'not_found' ? 404 : 405)
    .headers(rejection.extra.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(errorBody(rejection, request.id))
}

/** Formats a log line by hand, since pino's serialization costs more than the rest of a short request. No value needs escaping. */
function formatRequestLine({ id, method, routeOptions, credential }: FastifyRequest, reply: FastifyReply): string {
  const caller = credential
    ? `,"workspaceId":"${credential.workspaceId}","${credential.type}Id":"${credential.id}"`
    : ''
  const route = routeOptions.url === undefined ? '' : `,"route":"${routeOptions.url}"`
  const ids = currentTraceIds()
  const trace = ids === null ? '' : `,"trace_id":"${ids.trace_id}","span_id":"${ids.span_id}"`
  const ms = Math.round(reply.elapsedTime * 10) / 10
  return `"requestId":"${id}","method":"${method}"${route},"status":${reply.statusCode},"ms":${ms}${caller}${trace},"msg":"request"`
}

/** Logs one line per request: route, status and duration, but never the URL, which can contain a search. */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (log.isLevelEnabled('info')) writeInfoLine(log, formatRequestLine(request, reply))
    done()
  })
}
