import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../db/transaction.ts'
import type { TSchema } from '../../schemas.ts'
import type { Scope, WriteScope } from '../../scope.ts'
import { withIdAlias } from './id-aliases.ts'
import { leaseIdempotencyKey, releaseIdempotencyKey, type StoredResponse, storeResponse } from './idempotency.ts'
import {
  type MultiStepHandler,
  type Operation,
  type OperationCall,
  type OperationDeps,
  type RouteHandler,
  usualStatusOf,
} from './operations.ts'
import { createInputReader, readIdempotencyClaim, scopeFromRequest } from './request-input.ts'
import { sendStoredResponse, toStoredResponse } from './response.ts'

/**
 * The steps of an operation that calls another system, so it cannot be one transaction. Each `write`
 * commits before the next step; `finish` is the last one. The operation leases its idempotency key for 20 seconds and
 * must be done by then.
 */
export interface MultiStepOperation {
  /** Reads outside of any transaction. */
  scope: Scope
  write<T>(work: (tx: WriteScope) => Promise<T>): Promise<T>
  /** Runs the last transaction, which also stores the result of `work` under the idempotency key. */
  finish(work: (tx: WriteScope) => Promise<unknown>): Promise<FinalResponse>
}

/** The result of `finish`. A handler can return nothing else, so it cannot forget to store its response. */
export interface FinalResponse {
  stored: StoredResponse
}

/** Builds the route of an operation that takes several transactions. */
export function multiStepRoute(
  operation: Operation,
  call: OperationCall,
  handler: MultiStepHandler<TSchema>,
  deps: OperationDeps,
): RouteHandler {
  const readInput = createInputReader(operation)
  const usualStatus = usualStatusOf(operation)
  return async (request, reply) => {
    const input = readInput(request)
    const claim = readIdempotencyClaim(request, call, input)
    const lease = claim && { ...claim, leaseId: randomUUID() }
    const write = <T>(work: (tx: WriteScope) => Promise<T>): Promise<T> =>
      inTransaction<T>(deps.database.pool, (tx) =>
        work({ ...scopeFromRequest(request, deps), ...tx, enqueue: deps.jobs.enqueueIn(tx.db) }),
      )
    const earlier = lease && (await write((tx) => leaseIdempotencyKey(tx, lease)))
    if (earlier) return sendStoredResponse(reply, earlier, true)

    const steps: MultiStepOperation = {
      scope: { ...scopeFromRequest(request, deps), db: deps.database.db },
      write,
      finish: (work) =>
        write(async (tx) => {
          const stored = toStoredResponse(await work(tx), usualStatus)
          if (lease) {
            storeResponse(tx, lease, stored)
            releaseIdempotencyKey(tx, lease)
          }
          return { stored }
        }),
    }
    try {
      const { resolveAlias } = operation
      const { stored } = await withIdAlias({ resolveAlias, scope: () => steps.scope, id: input.id }, (id) =>
        handler(steps, { ...input, id }),
      )
      return sendStoredResponse(reply, stored, false)
    } catch (error) {
      // If the process dies here instead, the lease expires by itself.
      if (lease) await write(async (tx) => releaseIdempotencyKey(tx, lease)).catch(() => {})
      throw error
    }
  }
}
