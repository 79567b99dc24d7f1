import type { FastifyRequest } from 'fastify'
import { isRequirementFailure } from '../../db/require.ts'
import { inTransaction, Rollback } from '../../db/transaction.ts'
import type { TSchema } from '../../schemas.ts'
import type { WriteScope } from '../../scope.ts'
import { withIdAlias } from './id-aliases.ts'
import { claimIdempotencyKey, requireUnusedKey, type StoredResponse, storeResponse } from './idempotency.ts'
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
  const scopeOutside = (request: FastifyRequest) => ({ ...scopeFromRequest(request, deps), db: deps.database.db })
  return async (request, reply) => {
    const input = readInput(request)
    const claim = readIdempotencyClaim(request, call, input)
    await operation.prepare?.(input)

    const runFor = async (id: string) => {
      const given = { ...input, id }
      const run = (prepare: (scope: WriteScope) => Promise<Beginning>) =>
        inTransaction<Outcome>(deps.database.pool, async (tx) => {
          const scope: WriteScope = { ...scopeFromRequest(request, deps), ...tx, enqueue: deps.jobs.enqueueIn(tx.db) }
          const { stored, ahead } = await prepare(scope)
          if (stored) return new Rollback({ response: stored, isReplay: true })
          const result = await handler(scope, given, ahead as undefined)
          const response = toStoredResponse(result, usualStatus)
          if (claim) storeResponse(scope, claim, toKeptResponse(result) ?? response)
          return { response, isReplay: false }
        })
      const recalled = readAhead?.recall(scopeOutside(request), given)
      if (recalled !== undefined) {
        const done = await unlessOutdated(
          run(async (scope) => {
            if (claim) requireUnusedKey(scope, claim)
            readAhead!.requireSame(scope, given, recalled)
            return { stored: null, ahead: recalled }
          }),
        )
        if (done) return done
      }
      return run(async (scope) => {
        const claiming = claim && claimIdempotencyKey(scope, claim)
        const reading = readAhead?.read(scope, given)
        // If the claim fails, nothing else waits for the reading.
        reading?.catch(() => {})
        const stored = (await claiming) ?? null
        return { stored, ahead: stored ? undefined : await reading }
      })
    }
    const { response, isReplay } = await withIdAlias(
      { resolveAlias: operation.resolveAlias, scope: () => scopeOutside(request), id: input.id },
      runFor,
    )
    return sendStoredResponse(reply, response, isReplay)
  }
}

interface Outcome {
  response: StoredResponse
  isReplay: boolean
}

/** What a transaction knows before its handler runs. */
interface Beginning {
  /** The response of an earlier request with this key. */
  stored: StoredResponse | null
  ahead: unknown
}

/** Resolves with null if the key was in use or the recalled data was outdated. The transaction has changed nothing then. */
async function unlessOutdated(running: Promise<Outcome>): Promise<Outcome | null> {
  try {
    return await running
  } catch (error) {
    if (isRequirementFailure(error)) return null
    throw error
  }
}
