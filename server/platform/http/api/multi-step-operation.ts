import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../../db/transaction.ts'
import type { TSchema } from '../../schemas.ts'
import type { Scope, WriteScope } from '../../scope.ts'
import { holdKey, releaseKey, type StoredReply, storeReply } from './idempotency.ts'
import { claimOf, inputReader, scopeOf } from './request-input.ts'
import { answerWhereItIs } from './id-aliases.ts'
import type { Input, Operation, OperationDeps, RegisteredOperation } from './operations.ts'
import { Reply } from './response.ts'

/**
 * What an operation works with that cannot be one transaction, because it speaks to another system on its way. Each
 * `write` is committed before the next step; `finish` is the last of them. Meanwhile its idempotency key is held, for
 * 20 seconds: an operation in phases must be over by then.
 */
export interface Phases {
  /** For reading, outside of any transaction. */
  scope: Scope
  write<T>(work: (tx: WriteScope) => Promise<T>): Promise<T>
  /** What it answers is kept under the idempotency key in the same transaction, and sent. */
  finish(work: (tx: WriteScope) => Promise<unknown>): Promise<Finished>
}

/** What `finish` has stored and is to be sent. */
export interface Finished {
  stored: StoredReply
}

/** What the last phase has come to, as it is kept and sent. */
export function storedReply(result: unknown, usualStatus: number): StoredReply {
  const [status, data] = result instanceof Reply ? [result.status, result.data] : [usualStatus, result]
  return { status, body: JSON.stringify({ data }) }
}

export function phasedRoute(
  operation: Operation,
  call: Pick<RegisteredOperation, 'method' | 'path'>,
  handler: (phases: Phases, input: Input<TSchema, TSchema>) => Promise<Finished>,
  deps: OperationDeps,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const readInput = inputReader(operation)
  const usualStatus = Number(Object.keys(operation.replies)[0])
  return async (request, reply) => {
    const input = readInput(request)
    const named = claimOf(request, call, input.id)
    const claim = named && { ...named, holder: randomUUID() }
    const write = <T>(work: (tx: WriteScope) => Promise<T>): Promise<T> =>
      inTransaction<T>(deps.database.pool, (tx) =>
        work({ ...scopeOf(request, deps), ...tx, enqueue: deps.jobs.enqueueIn(tx.db) }),
      )
    const send = ({ status, body }: StoredReply) =>
      reply.code(status).type('application/json; charset=utf-8').send(body)

    const before = claim && (await write((tx) => holdKey(tx, claim)))
    if (before) {
      reply.header('idempotency-replayed', 'true')
      return send(before)
    }
    const phases: Phases = {
      scope: { ...scopeOf(request, deps), db: deps.database.db },
      write,
      finish: (work) =>
        write(async (tx) => {
          const stored = storedReply(await work(tx), usualStatus)
          if (claim) {
            storeReply(tx, claim, stored)
            releaseKey(tx, claim)
          }
          return { stored }
        }),
    }
    try {
      const { movedTo } = operation
      const finished = await answerWhereItIs({ movedTo, scope: () => phases.scope, id: input.id }, (id) =>
        handler(phases, { ...input, id }),
      )
      return send(finished.stored)
    } catch (error) {
      // A process that dies here leaves the key to its time.
      if (claim) await write(async (tx) => releaseKey(tx, claim)).catch(() => {})
      throw error
    }
  }
}
