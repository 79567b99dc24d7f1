import { CompiledQuery, type Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Tables } from '../../tables.ts'
import { abandonTransaction, runCompiled, sendsDistributedStatements, transactionOn } from './kysely-dialect.ts'
import { isOutdated } from './statement.ts'
import { isFromReadOnlyServer } from './unavailable.ts'

export interface Transaction {
  db: Kysely<Tables>
  /** See `WriteScope.defer`. */
  defer(statement: Promise<unknown>): void
  /** See `WriteScope.beforeCommit`. */
  beforeCommit(step: () => Promise<void> | void): void
}

const maxAttempts = 3

// serialization_failure, deadlock_detected, unique_violation, foreign_key_violation: another transaction was first, and
// a retry sees what it did. A constraint that fails three times in a row is a bug.
const retryableCodes = new Set(['40001', '40P01', '23505', '23503'])

// Citus copies the rows of an `insert … select` to their node, and reports a constraint that they violate as internal_error.
// Other internal errors are faults, and running a transaction again would hide them.
const violatesConstraint = ({ code, message }: { code?: string; message?: string }): boolean =>
  code === 'XX000' && /violates (unique|foreign key) constraint/.test(message ?? '')

/**
 * Returns whether a transaction that failed with this error may succeed when it runs again.
 * @param isDistributed whether the database is distributed by Citus
 */
export const canRetry = (error: unknown, isDistributed: boolean): boolean =>
  retryableCodes.has((error as { code?: string }).code ?? '') ||
  isOutdated(error) ||
  (isDistributed && violatesConstraint(error as Error))

const begin = CompiledQuery.raw('begin')
const commit = CompiledQuery.raw('commit')

/** Returned by the work to roll the transaction back and still resolve with `value`. */
export class Rollback<T> {
  readonly value: T

  constructor(value: T) {
    this.value = value
  }
}

/**
 * Runs `work` in one transaction (read committed). It is retried from the start after it lost a race, or if a statement
 * has to be prepared again, so it must not change anything outside the database.
 */
export async function inTransaction<T>(pool: Pool, work: (tx: Transaction) => Promise<T | Rollback<T>>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(pool, work)
    } catch (error) {
      if (attempt === maxAttempts || !canRetry(error, sendsDistributedStatements())) throw error
    }
  }
}

async function attemptTransaction<T>(pool: Pool, work: (tx: Transaction) => Promise<T | Rollback<T>>): Promise<T> {
  const client = await pool.connect()
  const deferred: Promise<unknown>[] = []
  const steps: (() => Promise<void> | void)[] = []
  const transaction = transactionOn(client)
  const { db } = transaction
  // Prepared, so that it shares a system call with the first statements.
  const begun = suppressUnhandledRejection(runCompiled(db, begin))
  try {
    const result = await work({
      db,
      defer: (statement) => deferred.push(suppressUnhandledRejection(statement)),
      beforeCommit: (step) => steps.push(step),
    })
    if (result instanceof Rollback) {
      abandonTransaction(client)
      await rollBack(client, deferred)
      return result.value
    }
    for (const step of steps) await step()
    // COMMIT is pipelined after the deferred statements. If one of them fails, PostgreSQL answers COMMIT with ROLLBACK.
    const committed = suppressUnhandledRejection(runCompiled(db, commit))
    transaction.isOver = true
    await Promise.all([begun, ...deferred])
    const { command } = await committed
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back at its commit.')
    client.release()
    return result
  } catch (error) {
    // The work may still be waiting for a result, and could send more statements when it arrives.
    abandonTransaction(client)
    // A failed deferred statement makes all later statements fail too, so the first failure is the cause.
    const failed = (await Promise.allSettled(deferred)).find((outcome) => outcome.status === 'rejected')
    const cause = failed?.reason ?? error
    await rollBack(client, deferred, isFromReadOnlyServer(cause))
    throw cause
  }
}

/** Rolls back, and closes the connection if even that fails or if `mustClose`. */
async function rollBack(client: PoolClient, deferred: Promise<unknown>[], mustClose = false): Promise<void> {
  await Promise.allSettled(deferred)
  await client.query('rollback').then(
    () => client.release(mustClose),
    (error: Error) => client.release(error),
  )
}

/** Keeps a promise that is awaited later from causing an unhandled rejection before that. */
function suppressUnhandledRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
