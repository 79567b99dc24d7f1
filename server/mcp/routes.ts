import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from '../platform/http/api/credentials.ts'
import { consumeRateLimit, readCredential } from '../platform/http/api/guard.ts'
import type { RegisteredOperation } from '../platform/http/api/operations.ts'
import { bearerChallenge, withResource } from '../platform/http/api/resource.ts'
import { problemOf } from '../platform/http/error-handler.ts'
import { bodyLimitBytes, UnreadableBody } from '../platform/http/parsing/json-body.ts'
import type { RateLimiter } from '../platform/http/rate-limits/rate-limiter.ts'
import type { Log } from '../platform/log.ts'
import { Problem } from '../platform/problems.ts'
import { agentOf } from './agent.ts'
import { createCallOperation } from './call-operation.ts'
import { allowAnyOrigin, isReboundHost } from './origins.ts'
import type { McpCaller } from './protocol.ts'
import type { Arguments } from './tool-arguments.ts'

interface McpDeps {
  operations: RegisteredOperation[]
  authenticate: Authenticate
  limits: RateLimiter
  publicUrl: string
  log: Log
}

const path = '/mcp'

// JSON-RPC 2.0, section 5.1.
const parseError = -32_700
const invalidRequest = -32_600
const methodNotFound = -32_601
// Reserved for servers: an error of HTTP.
const serverError = -32_000

interface Message {
  id?: unknown
  method?: unknown
  params?: { arguments?: Arguments }
}

// Their operations count themselves, so that a tool call counts once.
const operationMethods = new Set(['tools/call', 'prompts/get', 'resources/read'])

/**
 * Serves the Model Context Protocol over Streamable HTTP, without sessions: requests are independent, so any process
 * can answer them. Checks run in the order of the API (contract §1): credential, then size, then form, then content.
 */
export function mcpRoutes(http: FastifyInstance, deps: McpDeps): void {
  const loadProtocol = lazily(async () => {
    const { createProtocol } = await import('./protocol.ts')
    return createProtocol(deps.operations, deps.log)
  })

  http.register(async (routes) => {
    routes.setErrorHandler(async (error, request, reply) =>
      sendProblem(await countRejected(problemOf(deps.log, error, request), request, reply, deps), reply),
    )
    routes.addHook('onRequest', async (_request, reply) => allowAnyOrigin(reply))

    routes.options(path, async (_request, reply) => reply.code(204).send())

    // Without sessions, there is no stream to open and none to end.
    routes.route({
      method: ['GET', 'DELETE', 'PUT', 'PATCH'],
      url: path,
      handler: async (_request, reply) =>
        sendError(reply.header('allow', 'POST, OPTIONS'), 405, serverError, 'Send POST: this server has no sessions.'),
    })

    routes.post(
      path,
      { bodyLimit: bodyLimitBytes, onRequest: (request, reply) => admit(request, reply, deps) },
      async (request, reply) => {
        const { body } = request
        if (body instanceof UnreadableBody || Array.isArray(body)) {
          await consumeRateLimit(request.credential!, reply, deps.limits)
        }
        if (body instanceof UnreadableBody) {
          return sendError(reply, 400, parseError, `The body ${body.detail.message}.`)
        }
        if (Array.isArray(body)) {
          return sendError(reply, 400, invalidRequest, 'Send one message per request: batches are not supported.')
        }
        if ((body as Message | undefined)?.method === 'subscriptions/listen') {
          await consumeRateLimit(request.credential!, reply, deps.limits)
          return sendError(
            reply,
            404,
            methodNotFound,
            'Lists change only with the version of Heed, so there is nothing to listen to.',
            (body as Message).id,
          )
        }
        return serve(request, reply, deps, await loadProtocol())
      },
    )
  })
}

/** Admits a request before its body is read. */
async function admit(request: FastifyRequest, reply: FastifyReply, { authenticate, publicUrl, limits }: McpDeps) {
  if (isReboundHost(request, publicUrl)) {
    return sendError(reply, 403, serverError, 'This host name does not belong to this server.')
  }
  const credential = await readCredential(request, 'mcp', authenticate)
  if (credential === null) {
    return sendError(
      reply.header('www-authenticate', bearerChallenge(publicUrl, 'mcp')),
      401,
      serverError,
      'Send a valid API key or access token: Authorization: Bearer …',
    )
  }
  request.credential = credential
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    await consumeRateLimit(credential, reply, limits)
    return sendError(reply, 415, serverError, 'Send Content-Type: application/json.')
  }
}

/**
 * Counts a request whose body was not read to its end, such as one that is too large: otherwise a caller could send
 * such bodies without a limit. @returns the problem to report, which is the limit if it is reached
 */
async function countRejected(
  rejected: Problem,
  { credential }: FastifyRequest,
  reply: FastifyReply,
  { limits }: McpDeps,
): Promise<Problem> {
  if (!credential || reply.hasHeader('ratelimit')) return rejected
  try {
    await consumeRateLimit(credential, reply, limits)
    return rejected
  } catch (error) {
    // A limiter that fails must not hide why the request was rejected.
    return error instanceof Problem ? error : rejected
  }
}

async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  { limits }: McpDeps,
  protocol: { fetch(request: Request, options: object): Promise<Response> },
): Promise<FastifyReply> {
  const credential = request.credential!
  const { method, params } = (request.body ?? {}) as Message
  let isCounted = false
  const count = async () => {
    isCounted = true
    await consumeRateLimit(credential, reply, limits)
  }
  if (!operationMethods.has(method as string)) await count()

  const caller: McpCaller = {
    credential,
    requestId: request.id,
    sentArguments: params?.arguments ?? {},
    callOperation: (client) => async (operation, call) => {
      isCounted = true
      const agent = agentOf(request.headers['x-service-agent'], client)
      const { authorization = '' } = request.headers
      const response = await withResource('mcp', () =>
        createCallOperation(request.server, { authorization, requestId: request.id, agent })(operation, call),
      )
      for (const name of ['ratelimit', 'ratelimit-policy']) reply.header(name, response.headers[name])
      return response
    },
  }
  const response = await protocol.fetch(toWebRequest(request), {
    parsedBody: request.body,
    authInfo: { token: '', clientId: credential.id, scopes: [...credential.scopes], extra: { caller } },
  })
  // Such as a call of an unknown tool.
  if (!isCounted) await count()
  return send(reply, response)
}

/** The protocol reads the headers, such as the version; the body is passed beside the request. */
function toWebRequest({ raw }: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw.headersDistinct)) {
    if (value && name !== 'authorization') headers.set(name, value.join(', '))
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers })
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status)
  const type = response.headers.get('content-type')
  if (type !== null) reply.type(type)
  return reply.send(response.body === null ? undefined : Buffer.from(await response.arrayBuffer()))
}

const sendProblem = ({ status, message, extra }: Problem, reply: FastifyReply) =>
  sendError(reply.headers(extra.headers ?? {}), status, serverError, message)

/** @param id null before there is a message to answer (JSON-RPC 2.0, section 5) */
const sendError = (reply: FastifyReply, status: number, code: number, message: string, id: unknown = null) =>
  reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))

function lazily<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined
  return () => {
    created ??= create()
    return created
  }
}
