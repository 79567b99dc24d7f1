import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { inTransaction, Rollback } from '../../db/transaction.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { isPage, named, OneOf, type Static, type TSchema, Type } from '../../schemas.ts'
import type { Scope, WriteScope } from '../../scope.ts'
import { bodyLimitBytes } from '../parsing/json-body.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { Authenticate } from './credentials.ts'
import { createApiGuard } from './guard.ts'
import { isNotFoundOrInvalid, type ResolveAlias, withIdAlias } from './id-aliases.ts'
import { claimIdempotencyKey, type StoredResponse, storeResponse } from './idempotency.ts'
import { type FinalResponse, type MultiStepOperation, multiStepRoute } from './multi-step-operation.ts'
import { apiBase, createInputReader, readIdempotencyClaim, scopeFromRequest } from './request-input.ts'
import { ApiResponse, RawResponse } from './response.ts'

/** What a key may be allowed to do (specification, Authentication). */
export const apiScopes = [
  'feedback:read',
  'feedback:write',
  'comments:write',
  'roadmap:read',
  'roadmap:write',
  'changelog:read',
  'changelog:write',
  'workspace:read',
] as const

export type ApiScope = (typeof apiScopes)[number]

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** One operation of the API, as routing, validation, serialization and the OpenAPI document all read it. */
export interface Operation<B extends TSchema = TSchema, Q extends TSchema = TSchema> {
  operationId: string
  summary: string
  description?: string
  tag: string
  scope: ApiScope | 'public'
  query?: Q
  body?: B
  /** The body may be left out; its members are then all absent. */
  isBodyOptional?: boolean
  /** The resource (or page of resources) under `data`, for each status of success. */
  responses: Record<number, TSchema>
  /** Members that a 400 of this operation carries in its error object beside the usual ones. */
  errorMembers?: Record<string, TSchema>
  /** A body and the reply to it, for the document. */
  example?: unknown
  /** What the `{id}` of the path has become, where that can happen. */
  resolveAlias?: ResolveAlias
}

export interface OperationInput<B extends TSchema, Q extends TSchema> {
  /** The `{id}` of the path, always a UUID; where the path has none, or something else, that of nothing. */
  id: string
  body: Static<B>
  query: Static<Q>
}

type ReadHandler<B extends TSchema, Q extends TSchema> = (scope: Scope, input: OperationInput<B, Q>) => unknown
type WriteHandler<B extends TSchema, Q extends TSchema> = (
  scope: WriteScope,
  input: OperationInput<B, Q>,
) => Promise<unknown>

type MultiStepHandler<B extends TSchema> = (
  phases: MultiStepOperation,
  input: OperationInput<B, TSchema>,
) => Promise<FinalResponse>

type RouteFactory = (
  operation: Operation,
  call: Pick<RegisteredOperation, 'method' | 'path'>,
  handler: never,
  deps: OperationDeps,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** What a feature registers its operations with. Paths are relative to `/api/v1`. */
export interface Api {
  get<Q extends TSchema>(path: string, operation: Operation<TSchema, Q>, handler: ReadHandler<TSchema, Q>): void
  post<B extends TSchema>(path: string, operation: Operation<B>, handler: WriteHandler<B, TSchema>): void
  patch<B extends TSchema>(path: string, operation: Operation<B>, handler: WriteHandler<B, TSchema>): void
  delete<B extends TSchema>(path: string, operation: Operation<B>, handler: WriteHandler<B, TSchema>): void
  /** A POST that speaks to another system on its way, so that it cannot be one transaction. */
  postMultiStep<B extends TSchema>(path: string, operation: Operation<B>, handler: MultiStepHandler<B>): void
}

export type Feature = (api: Api) => void

export interface RegisteredOperation extends Operation {
  method: Method
  path: string
}

export interface OperationDeps {
  database: Database
  authenticate: Authenticate
  limits: RateLimiter
  clock: Clock
  jobs: Jobs
}

/** Registers operations as routes, and keeps the list for the document and for 405. */
export function createApi(app: FastifyInstance, deps: OperationDeps): { api: Api; operations: RegisteredOperation[] } {
  const operations: RegisteredOperation[] = []
  const add = (method: Method, makeRoute: RouteFactory) => (path: string, operation: Operation, handler: never) => {
    assertComplete(operation, operations)
    operations.push({ ...operation, method, path })
    app.route({
      method,
      url: apiBase + path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyLimitBytes,
      ...(operation.scope !== 'public' && {
        onRequest: createApiGuard(operation.scope, deps.authenticate, deps.limits),
      }),
      handler: makeRoute(operation, { method, path }, handler, deps),
    })
  }
  const api = {
    get: add('GET', readRoute),
    post: add('POST', writeRoute),
    patch: add('PATCH', writeRoute),
    delete: add('DELETE', writeRoute),
    postMultiStep: add('POST', multiStepRoute),
  } as unknown as Api
  return { api, operations }
}

/** An operation without a name, a scope or a reply schema is a mistake that must not reach a running server. */
function assertComplete(operation: Operation, others: RegisteredOperation[]): void {
  const { operationId, summary, scope, responses: replies } = operation
  if (!operationId || !summary || !scope || Object.keys(replies).length === 0) {
    throw new Error(`Operation ${operationId || '(unnamed)'} lacks an id, a summary, a scope or a reply.`)
  }
  if (others.some((other) => other.operationId === operationId)) throw new Error(`Two operations named ${operationId}.`)
}

/** What is sent: lists as they are, everything else under `data` (specification, Shared rules 1). */
export const responseSchemas = ({ responses: replies }: Operation): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(replies).map(([status, schema]) => [
      status,
      isPage(schema) ? schema : Type.Object({ data: schema }),
    ]),
  )

function readRoute(
  operation: Operation,
  _call: unknown,
  handler: ReadHandler<TSchema, TSchema>,
  deps: OperationDeps,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const readInput = createInputReader(operation)
  const status = Number(Object.keys(operation.responses)[0])
  const isList = isPage(operation.responses[status]!)
  return async (request, reply) => {
    const input = readInput(request)
    const scope = { ...scopeFromRequest(request, deps), db: deps.database.db }
    const result = await withIdAlias(
      { movedTo: operation.resolveAlias, scope: () => scope, id: input.id },
      async (id) => handler(scope, { ...input, id }),
      isNotFoundOrInvalid,
    )
    reply.code(status)
    if (result instanceof RawResponse) {
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
  call: Pick<RegisteredOperation, 'method' | 'path'>,
  handler: WriteHandler<TSchema, TSchema>,
  deps: OperationDeps,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const readInput = createInputReader(operation)
  const usualStatus = Number(Object.keys(operation.responses)[0])
  return async (request, reply) => {
    const input = readInput(request)
    const claim = readIdempotencyClaim(request, call, input.id)

    const answerFor = (id: string) =>
      inTransaction<StoredResponse & { isReplay: boolean }>(deps.database.pool, async (tx) => {
        const scope: WriteScope = { ...scopeFromRequest(request, deps), ...tx, enqueue: deps.jobs.enqueueIn(tx.db) }
        const stored = claim && (await claimIdempotencyKey(scope, claim))
        if (stored) return new Rollback({ ...stored, isReplay: true })
        const result = await handler(scope, { ...input, id })
        const status = result instanceof ApiResponse ? result.status : usualStatus
        const data = result instanceof ApiResponse ? result.data : result
        const answer = { status, body: JSON.stringify({ data }) }
        if (claim) storeResponse(scope, claim, answer)
        return { ...answer, isReplay: false }
      })
    const scope = () => ({ ...scopeFromRequest(request, deps), db: deps.database.db })
    const sent = await withIdAlias({ movedTo: operation.resolveAlias, scope, id: input.id }, answerFor)

    if (sent.isReplay) reply.header('idempotency-replayed', 'true')
    return reply.code(sent.status).type('application/json; charset=utf-8').send(sent.body)
  }
}

/** The error object of every refusal (contract §2). */
export const ErrorResponse = named(
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
