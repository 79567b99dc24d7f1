import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../../db/transaction.ts'
import type { TSchema } from '../../schemas.ts'
import type { Scope, WriteScope } from '../../scope.ts'
import { withIdAlias } from './id-aliases.ts'
import { leaseIdempotencyKey, releaseIdempotencyKey, type StoredResponse, storeResponse } from './idempotency.ts'
import type { Operation, OperationDeps, OperationInput, RegisteredOperation } from './operations.ts'
import { createInputReader, readIdempotencyClaim, scopeFromRequest } from './request-input.ts'
import { ApiResponse } from './response.ts'

/**
 * What an operation works with that cannot be one transaction, because it speaks to another system on its way. Each
 * `write` is committed before the next step; `finish` is the last of them. Meanwhile its idempotency key is held, for
 * 20 seconds: an operation in phases must be over by then.
 */
export interface MultiStepOperation {
  /** For reading, outside of any transaction. */
  scope: Scope
  write<T>(work: (tx: WriteScope) => Promise<T>): Promise<T>
  /** What it answers is kept under the idempotency key in the same transaction, and sent. */
  finish(work: (tx: WriteScope) => Promise<unknown>): Promise<FinalResponse>
}

/** What `finish` has stored and is to be sent. */
export interface FinalResponse {
  stored: StoredResponse
}

/** What the last phase has come to, as it is kept and sent. */
export function toStoredResponse(result: unknown, usualStatus: number): StoredResponse {
  const [status, data] = result instanceof ApiResponse ? [result.status, result.data] : [usualStatus, result]
  return { status, body: JSON.stringify({ data }) }
}

export function multiStepRoute(
  operation: Operation,
  call: Pick<RegisteredOperation, 'method' | 'path'>,
  handler: (phases: MultiStepOperation, input: OperationInput<TSchema, TSchema>) => Promise<FinalResponse>,
  deps: OperationDeps,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const readInput = createInputReader(operation)
  const usualStatus = Number(Object.keys(operation.responses)[0])
  return async (request, reply) => {
    const input = readInput(request)
    const named = readIdempotencyClaim(request, call, input.id)
    const claim = named && { ...named, leaseId: randomUUID() }
    const write = <T>(work: (tx: WriteScope) => Promise<T>): Promise<T> =>
      inTransaction<T>(deps.database.pool, (tx) =>
        work({ ...scopeFromRequest(request, deps), ...tx, enqueue: deps.jobs.enqueueIn(tx.db) }),
      )
    const send = ({ status, body }: StoredResponse) =>
      reply.code(status).type('application/json; charset=utf-8').send(body)

    const before = claim && (await write((tx) => leaseIdempotencyKey(tx, claim)))
    if (before) {
      reply.header('idempotency-replayed', 'true')
      return send(before)
    }
    const phases: MultiStepOperation = {
      scope: { ...scopeFromRequest(request, deps), db: deps.database.db },
      write,
      finish: (work) =>
        write(async (tx) => {
          const stored = toStoredResponse(await work(tx), usualStatus)
          if (claim) {
            storeResponse(tx, claim, stored)
            releaseIdempotencyKey(tx, claim)
          }
          return { stored }
        }),
    }
    try {
      const { resolveAlias: movedTo } = operation
      const finished = await withIdAlias({ movedTo, scope: () => phases.scope, id: input.id }, (id) =>
        handler(phases, { ...input, id }),
      )
      return send(finished.stored)
    } catch (error) {
      // A process that dies here leaves the key to its time.
      if (claim) await write(async (tx) => releaseIdempotencyKey(tx, claim)).catch(() => {})
      throw error
    }
  }
}
