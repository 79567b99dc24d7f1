import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { Abandon, inTransaction } from '../../db/transaction.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { isPage, named, OneOf, type Static, type TSchema, Type } from '../../schemas.ts'
import type { Scope, WriteScope } from '../../scope.ts'
import { bodyLimitBytes } from '../parsing/json-body.ts'
import type { Authenticate } from './credentials.ts'
import { guard } from './guard.ts'
import { claimKey, type StoredReply, storeReply } from './idempotency.ts'
import { apiBase, claimOf, inputReader, scopeOf } from './request-input.ts'
import { answerWhereItIs, isNotFoundOrRefused, type MovedTo } from './id-aliases.ts'
import { type Finished, type Phases, phasedRoute } from './multi-step-operation.ts'
import type { RateLimits } from '../rate-limits/rate-limiter.ts'
import { PublicReply, Reply } from './response.ts'

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

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

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
  /** What the `{id}` of the path has become, where that can happen. */
  movedTo?: MovedTo
}

export interface Input<B extends TSchema, Q extends TSchema> {
  /** The `{id}` of the path, always a UUID; where the path has none, or something else, that of nothing. */
  id: string
  body: Static<B>
  query: Static<Q>
}

type ReadHandler<B extends TSchema, Q extends TSchema> = (scope: Scope, input: Input<B, Q>) => unknown
type WriteHandler<B extends TSchema, Q extends TSchema> = (scope: WriteScope, input: Input<B, Q>) => Promise<unknown>

type PhasedHandler<B extends TSchema> = (phases: Phases, input: Input<B, TSchema>) => Promise<Finished>

type MakeRoute = (
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
  postInPhases<B extends TSchema>(path: string, operation: Operation<B>, handler: PhasedHandler<B>): void
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

/** Registers operations as routes, and keeps the list for the document and for 405. */
export function createApi(app: FastifyInstance, deps: OperationDeps): { api: Api; operations: RegisteredOperation[] } {
  const operations: RegisteredOperation[] = []
  const add = (method: Method, makeRoute: MakeRoute) => (path: string, operation: Operation, handler: never) => {
    assertComplete(operation, operations)
    operations.push({ ...operation, method, path })
    app.route({
      method,
      url: apiBase + path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyLimitBytes,
      ...(operation.scope !== 'public' && { onRequest: guard(operation.scope, deps.authenticate, deps.limits) }),
      handler: makeRoute(operation, { method, path }, handler, deps),
    })
  }
  const api = {
    get: add('GET', readRoute),
    post: add('POST', writeRoute),
    patch: add('PATCH', writeRoute),
    delete: add('DELETE', writeRoute),
    postInPhases: add('POST', phasedRoute),
  } as unknown as Api
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
  _call: unknown,
  handler: ReadHandler<TSchema, TSchema>,
  deps: OperationDeps,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const readInput = inputReader(operation)
  const status = Number(Object.keys(operation.replies)[0])
  const isList = isPage(operation.replies[status]!)
  return async (request, reply) => {
    const input = readInput(request)
    const scope = { ...scopeOf(request, deps), db: deps.database.db }
    const result = await answerWhereItIs(
      { movedTo: operation.movedTo, scope: () => scope, id: input.id },
      async (id) => handler(scope, { ...input, id }),
      isNotFoundOrRefused,
    )
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
  call: Pick<RegisteredOperation, 'method' | 'path'>,
  handler: WriteHandler<TSchema, TSchema>,
  deps: OperationDeps,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const readInput = inputReader(operation)
  const usualStatus = Number(Object.keys(operation.replies)[0])
  return async (request, reply) => {
    const input = readInput(request)
    const claim = claimOf(request, call, input.id)

    const answerFor = (id: string) =>
      inTransaction<StoredReply & { isReplay: boolean }>(deps.database.pool, async (tx) => {
        const scope: WriteScope = { ...scopeOf(request, deps), ...tx, enqueue: deps.jobs.enqueueIn(tx.db) }
        const stored = claim && (await claimKey(scope, claim))
        if (stored) return new Abandon({ ...stored, isReplay: true })
        const result = await handler(scope, { ...input, id })
        const status = result instanceof Reply ? result.status : usualStatus
        const data = result instanceof Reply ? result.data : result
        const answer = { status, body: JSON.stringify({ data }) }
        if (claim) storeReply(scope, claim, answer)
        return { ...answer, isReplay: false }
      })
    const scope = () => ({ ...scopeOf(request, deps), db: deps.database.db })
    const sent = await answerWhereItIs({ movedTo: operation.movedTo, scope, id: input.id }, answerFor)

    if (sent.isReplay) reply.header('idempotency-replayed', 'true')
    return reply.code(sent.status).type('application/json; charset=utf-8').send(sent.body)
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
