import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { isPage, NoContent, type Static, type TSchema, Type } from '../../schemas.ts'
import type { Scope, WriteScope } from '../../scope.ts'
import type { GuardDeps } from './guard.ts'
import type { ResolveAlias } from './id-aliases.ts'
import type { FinalResponse, MultiStepOperation } from './multi-step-operation.ts'
import type { ApiScope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One operation of the API. Routing, validation, serialization and the OpenAPI document all read this definition. */
export interface Operation<B extends TSchema = TSchema, Q extends TSchema = TSchema> {
  operationId: string
  summary: string
  description?: string
  tag: string
  scope: ApiScope | 'public'
  query?: Q
  body?: B
  /** Whether the body may be omitted, which means that all its members are absent. */
  isBodyOptional?: boolean
  /** The resource (or page of resources) under `data`, by success status. The first status is the usual one. */
  responses: Record<number, TSchema>
  /** Extra members of the error object that a 400 of this operation can carry. */
  errorMembers?: Record<string, TSchema>
  /** A sample body and its response, for the OpenAPI document. */
  example?: unknown
  /** Finds the resource that the path's `{id}` was merged into, for operations where that can happen. */
  resolveAlias?: ResolveAlias
  /** Runs before the transaction of a write, which must not wait for other systems while it has a connection. */
  prepare?(input: { body: Static<B> }): Promise<void>
}

export interface OperationInput<B extends TSchema, Q extends TSchema> {
  /** The `{id}` of the path, always a UUID: the nil UUID if the path has no id or a malformed one. */
  id: string
  /** The second id of the path, such as `{customerId}`; likewise always a UUID. */
  nestedId: string
  body: Static<B>
  query: Static<Q>
}

export type ReadHandler<B extends TSchema, Q extends TSchema> = (scope: Scope, input: OperationInput<B, Q>) => unknown

/** @param ahead what the operation's `ReadAhead` has read or recalled */
export type WriteHandler<B extends TSchema, Q extends TSchema, A = undefined> = (
  scope: WriteScope,
  input: OperationInput<B, Q>,
  ahead: A,
) => Promise<unknown>

/**
 * Provides what the handler needs. Reading shares the round trip of the idempotency claim, so it must not lock or change
 * anything: its result is dropped if the request is a repetition.
 */
export interface ReadAhead<B extends TSchema, A> {
  read(scope: Scope, input: OperationInput<B, TSchema>): Promise<A>
  /** Returns the result of the last `read` with this input, if it is remembered. */
  recall(scope: Scope, input: OperationInput<B, TSchema>): A | undefined
  /** Defers a statement that fails the transaction with `requireThat` unless `read` would return the same now. */
  requireSame(scope: WriteScope, input: OperationInput<B, TSchema>, recalled: A): void
}

export type MultiStepHandler<B extends TSchema> = (
  steps: MultiStepOperation,
  input: OperationInput<B, TSchema>,
) => Promise<FinalResponse>

/** Registers a feature's operations. Paths are relative to `/api/v1`. */
export interface Api {
  get<Q extends TSchema>(path: string, operation: Operation<TSchema, Q>, handler: ReadHandler<TSchema, Q>): void
  post<B extends TSchema, A = undefined>(
    path: string,
    operation: Operation<B>,
    handler: WriteHandler<B, TSchema, A>,
    readAhead?: ReadAhead<B, A>,
  ): void
  /** Registers a PUT, which is idempotent by itself: like PATCH and DELETE, it ignores an idempotency key. */
  put<B extends TSchema>(path: string, operation: Operation<B>, handler: WriteHandler<B, TSchema>): void
  patch<B extends TSchema>(path: string, operation: Operation<B>, handler: WriteHandler<B, TSchema>): void
  delete<B extends TSchema, Q extends TSchema>(
    path: string,
    operation: Operation<B, Q>,
    handler: WriteHandler<B, Q>,
  ): void
  /** Registers a POST that calls another system, so it cannot be one transaction. */
  postMultiStep<B extends TSchema>(path: string, operation: Operation<B>, handler: MultiStepHandler<B>): void
}

export type Feature = (api: Api) => void

export interface RegisteredOperation extends Operation {
  method: Method
  path: string
}

/** The method and path of an operation, as an idempotency key is bound to them. */
export type OperationCall = Pick<RegisteredOperation, 'method' | 'path'>

export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export interface OperationDeps extends GuardDeps {
  database: Database
  clock: Clock
  jobs: Jobs
}

/**
 * Returns the response bodies by status: pages as they are, all else under `data` (specification, Shared rules 1). A
 * response without content has none.
 */
export const responseSchemas = ({ responses }: Operation): Record<string, TSchema | null> =>
  Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [status, schema === NoContent ? null : bodySchema(schema)]),
  )

const bodySchema = (schema: TSchema): TSchema => (isPage(schema) ? schema : Type.Object({ data: schema }))

/** The names of the ids in a path, such as `id` and `customerId`. */
export const pathIds = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

export const usualStatusOf = ({ responses }: Operation): number => Number(Object.keys(responses)[0])
