import { inTransaction, Rollback } from '../../db/transaction.ts'
import type { TSchema } from '../../schemas.ts'
import type { WriteScope } from '../../scope.ts'
import { withIdAlias } from './id-aliases.ts'
import { claimIdempotencyKey, type StoredResponse, storeResponse } from './idempotency.ts'
import {
  type Operation,
  type OperationCall,
  type OperationDeps,
  type ReadAhead,
  type RouteHandler,
  usualStatusOf,
  type WriteHandler,
} from './operations.ts'
import { createInputReader, readIdempotencyClaim, scopeFromRequest } from './request-input.ts'
import { sendStoredResponse, toKeptResponse, toStoredResponse } from './response.ts'

/** Builds the route of an operation that is one transaction, together with its idempotency record. */
export function writeRoute(
  operation: Operation,
  call: OperationCall,
  handler: WriteHandler<TSchema, TSchema, unknown>,
  deps: OperationDeps,
  readAhead?: ReadAhead<TSchema, unknown>,
): RouteHandler {
  const readInput = createInputReader(operation)
  const usualStatus = usualStatusOf(operation)
  return async (request, reply) => {
    const input = readInput(request)
    const claim = readIdempotencyClaim(request, call, input)
    await operation.prepare?.(input)

    const runFor = (id: string) =>
      inTransaction<{ response: StoredResponse; isReplay: boolean }>(deps.database.pool, async (tx) => {
        const scope: WriteScope = { ...scopeFromRequest(request, deps), ...tx, enqueue: deps.jobs.enqueueIn(tx.db) }
        const claiming = claim && claimIdempotencyKey(scope, claim)
        const reading = readAhead?.(scope, { ...input, id })
        // If the claim fails, nothing else waits for the reading.
        reading?.catch(() => {})
        const stored = await claiming
        if (stored) return new Rollback({ response: stored, isReplay: true })
        const result = await handler(scope, { ...input, id }, await reading)
        const response = toStoredResponse(result, usualStatus)
        if (claim) storeResponse(scope, claim, toKeptResponse(result) ?? response)
        return { response, isReplay: false }
      })
    const scope = () => ({ ...scopeFromRequest(request, deps), db: deps.database.db })
    const { response, isReplay } = await withIdAlias(
      { resolveAlias: operation.resolveAlias, scope, id: input.id },
      runFor,
    )
    return sendStoredResponse(reply, response, isReplay)
  }
}
