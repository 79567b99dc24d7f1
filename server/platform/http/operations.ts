import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { Abandon, inTransaction } from '../db/transaction.ts'
import { isUuid } from '../ids.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type Detail, invalid } from '../problems.ts'
import { isPage, named, OneOf, type Static, Strict, type TSchema, Type } from '../schemas.ts'
import type { Scope, WriteScope } from '../scope.ts'
import { type Check, checkOf } from '../validation.ts'
import { bodyLimitBytes, UnreadableBody } from './body.ts'
import type { Authenticate } from './credentials.ts'
import { guard } from './guard.ts'
import { claimKey, idempotencyKeyProblem, type StoredReply, storeReply } from './idempotency.ts'
import { typeQuery } from './query.ts'
import type { RateLimits } from './rate-limits.ts'

/** What a key may be allowed to do (specification, Authentication). */
export const scopeNames = [
  'feedback:read',
  'feedback:write',
  'comments:write',
  'roadmap:read',
  'roadmap:write',
  'changelog:read',
  'changelog:write',
  'workspace:read',
] as const

export type ScopeName = (typeof scopeNames)[number]

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** One operation of the API, as routing, validation, serialization and the OpenAPI document all read it. */
export interface Operation<B extends TSchema = TSchema, Q extends TSchema = TSchema> {
  operationId: string
  summary: string
  description?: string
  tag: string
  scope: ScopeName | 'public'
  query?: Q
  body?: B
  /** The body may be left out; its members are then all absent. */
  isBodyOptional?: boolean
  /** The resource (or page of resources) under `data`, for each status of success. */
  replies: Record<number, TSchema>
  /** Members that a 400 of this operation carries in its error object beside the usual ones. */
  errorMembers?: Record<string, TSchema>
  /** A body and the reply to it, for the document. */
  example?: unknown
}

export interface Input<B extends TSchema, Q extends TSchema> {
  /** The `{id}` of the path, always a UUID; where the path has none, or something else, that of nothing. */
  id: string
  body: Static<B>
  query: Static<Q>
}

/** Success with a status other than the operation's usual one. */
export class Reply {
  readonly status: number
  readonly data: unknown

  constructor(status: number, data: unknown) {
    this.status = status
    this.data = data
  }
}

/** A body that is sent as it is: no envelope, with headers of its own. */
export class PublicReply {
  readonly body: string
  readonly headers: Record<string, string>

  constructor(body: string, headers: Record<string, string>) {
    this.body = body
    this.headers = headers
  }
}

type ReadHandler<B extends TSchema, Q extends TSchema> = (scope: Scope, input: Input<B, Q>) => unknown
type WriteHandler<B extends TSchema, Q extends TSchema> = (scope: WriteScope, input: Input<B, Q>) => Promise<unknown>

/** What a feature registers its operations with. Paths are relative to `/api/v1`. */
export interface Api {
  get<Q extends TSchema>(path: string, operation: Operation<TSchema, Q>, handler: ReadHandler<TSchema, Q>): void
  post<B extends TSchema>(path: string, operation: Operation<B>, handler: WriteHandler<B, TSchema>): void
  patch<B extends TSchema>(path: string, operation: Operation<B>, handler: WriteHandler<B, TSchema>): void
  delete<B extends TSchema>(path: string, operation: Operation<B>, handler: WriteHandler<B, TSchema>): void
}

export type Feature = (api: Api) => void

export interface RegisteredOperation extends Operation {
  method: Method
  path: string
}

export interface OperationDeps {
  database: Database
  authenticate: Authenticate
  limits: RateLimits
  clock: Clock
  jobs: Jobs
}

export const apiBase = '/api/v1'

const agentPattern = /^[A-Za-z0-9 ._-]{1,64}$/
const noBody = Strict({})

/** Registers operations as routes, and keeps the list for the document and for 405. */
export function createApi(app: FastifyInstance, deps: OperationDeps): { api: Api; operations: RegisteredOperation[] } {
  const operations: RegisteredOperation[] = []
  const add = (method: Method) => (path: string, operation: Operation, handler: never) => {
    assertComplete(operation, operations)
    operations.push({ ...operation, method, path })
    app.route({
      method,
      url: apiBase + path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyLimitBytes,
      ...(operation.scope !== 'public' && { onRequest: guard(operation.scope, deps.authenticate, deps.limits) }),
      handler:
        method === 'GET'
          ? readRoute(operation, handler as ReadHandler<TSchema, TSchema>, deps)
          : writeRoute(operation, { method, path }, handler as WriteHandler<TSchema, TSchema>, deps),
    })
  }
  const api = { get: add('GET'), post: add('POST'), patch: add('PATCH'), delete: add('DELETE') } as unknown as Api
  return { api, operations }
}

/** An operation without a name, a scope or a reply schema is a mistake that must not reach a running server. */
function assertComplete(operation: Operation, others: RegisteredOperation[]): void {
  const { operationId, summary, scope, replies } = operation
  if (!operationId || !summary || !scope || Object.keys(replies).length === 0) {
    throw new Error(`Operation ${operationId || '(unnamed)'} lacks an id, a summary, a scope or a reply.`)
  }
  if (others.some((other) => other.operationId === operationId)) throw new Error(`Two operations named ${operationId}.`)
}

/** What is sent: lists as they are, everything else under `data` (specification, Shared rules 1). */
export const envelopes = ({ replies }: Operation): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(replies).map(([status, schema]) => [
      status,
      isPage(schema) ? schema : Type.Object({ data: schema }),
    ]),
  )

function readRoute(
  operation: Operation,
  handler: ReadHandler<TSchema, TSchema>,
  deps: OperationDeps,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const readInput = inputReader(operation)
  const status = Number(Object.keys(operation.replies)[0])
  const isList = isPage(operation.replies[status]!)
  return async (request, reply) => {
    const input = readInput(request)
    const result = await handler({ ...scopeOf(request, deps), db: deps.database.db }, input)
    reply.code(status)
    if (result instanceof PublicReply) {
      return reply.headers(result.headers).type('application/json; charset=utf-8').send(result.body)
    }
    // Presenters list every member, so what is left is to write JSON, and the runtime does that faster than a
    // serializer made from the schema. As bytes: one write, where a text of this length would be encoded a second time on its way out.
    const body = Buffer.from(JSON.stringify(isList ? result : { data: result }))
    return reply.type('application/json; charset=utf-8').send(body)
  }
}

function writeRoute(
  operation: Operation,
  { method, path }: Pick<RegisteredOperation, 'method' | 'path'>,
  handler: WriteHandler<TSchema, TSchema>,
  deps: OperationDeps,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const readInput = inputReader(operation)
  const usualStatus = Number(Object.keys(operation.replies)[0])
  return async (request, reply) => {
    const key = method === 'POST' ? request.headers['idempotency-key'] : undefined
    const input = readInput(request)
    const claim = key === undefined ? null : { operation: nameOfCall(method, path, input.id), key: String(key) }

    const sent = await inTransaction<StoredReply & { isReplay: boolean }>(deps.database.pool, async (tx) => {
      const scope: WriteScope = { ...scopeOf(request, deps), ...tx, enqueue: deps.jobs.enqueueIn(tx.db) }
      const stored = claim && (await claimKey(scope, claim))
      if (stored) return new Abandon({ ...stored, isReplay: true })
      const result = await handler(scope, input)
      const status = result instanceof Reply ? result.status : usualStatus
      const data = result instanceof Reply ? result.data : result
      const answer = { status, body: JSON.stringify({ data }) }
      if (claim) storeReply(scope, claim, answer)
      return { ...answer, isReplay: false }
    })

    if (sent.isReplay) reply.header('idempotency-replayed', 'true')
    return reply.code(sent.status).type('application/json; charset=utf-8').send(sent.body)
  }
}

/** Method and path, however the client has spelled them: an idempotency key belongs to what is called. */
const nameOfCall = (method: Method, path: string, id: string): string =>
  `${method} ${apiBase}${path.replace('{id}', id.toLowerCase())}`

// What is no UUID is looked up as one that nothing has, so that it is not found where and as every other absent id is
// (contract §1).
const nobodysId = '00000000-0000-0000-0000-000000000000'

/** Checks headers, query and body together, so that one answer names every problem. */
function inputReader(operation: Operation) {
  const querySchema = operation.query ?? noBody
  const checkQuery = checkOf(querySchema, 'query')
  const checkBody = checkOf(operation.body ?? noBody, '')
  const needsBody = operation.body !== undefined && !operation.isBodyOptional
  return (request: FastifyRequest): Input<TSchema, TSchema> => {
    const query = typeQuery(request.query as Record<string, string[]>, querySchema)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const problems = [
      ...headerProblems(request),
      ...checkQuery(query),
      ...(isRead ? [] : bodyProblems(request.body, needsBody, checkBody)),
    ]
    if (problems.length > 0) throw invalid(problems)
    const { id } = request.params as { id?: string }
    return { id: id !== undefined && isUuid(id) ? id : nobodysId, query, body: request.body ?? {} }
  }
}

function headerProblems({ method, headers }: FastifyRequest): Detail[] {
  const agent = headers['x-service-agent']
  const key = method === 'POST' ? headers['idempotency-key'] : undefined
  return [
    ...(agent === undefined || agentPattern.test(String(agent))
      ? []
      : [
          {
            path: 'header.X-Service-Agent',
            message: 'must be 1 to 64 letters, digits, spaces, dots, hyphens or underscores',
          },
        ]),
    ...(key === undefined ? [] : idempotencyKeyProblem(String(key))),
  ]
}

function bodyProblems(body: unknown, isNeeded: boolean, check: Check): Detail[] {
  if (body instanceof UnreadableBody) return [body.detail]
  if (body === undefined) return isNeeded ? [{ path: '', message: 'is required' }] : []
  return check(body)
}

function scopeOf(request: FastifyRequest, { clock }: OperationDeps): Omit<Scope, 'db'> {
  const credential = request.credential
  return {
    workspaceId: credential?.workspaceId ?? '',
    actor: { type: 'key', id: credential?.keyId ?? null },
    agent: (request.headers['x-service-agent'] as string | undefined) ?? null,
    requestId: request.id,
    now: clock(),
  }
}

/** The error object of every refusal (contract §2). */
export const ErrorReply = named(
  'Error',
  Type.Object({
    error: Type.Object({
      code: OneOf(
        [
          'validation_error',
          'unauthorized',
          'forbidden',
          'not_found',
          'method_not_allowed',
          'in_progress',
          'payload_too_large',
          'rate_limited',
          'internal_error',
        ],
        { description: 'Stable. Branch on this, not on the message.' },
      ),
      message: Type.String({ description: 'One sentence for a developer.' }),
      details: Type.Optional(
        Type.Array(
          Type.Object({
            path: Type.String({ description: 'JSON Pointer into the body, or query.…, header.…, path.id' }),
            message: Type.String(),
          }),
          { description: 'On validation_error only: every problem of the request.' },
        ),
      ),
      requestId: Type.String({ description: 'The X-Request-Id of this reply, under which the log tells more.' }),
    }),
  }),
)
