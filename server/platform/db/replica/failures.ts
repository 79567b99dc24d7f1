import { isDatabaseUnavailable } from '../unavailable.ts'

// serialization_failure and deadlock_detected: replaying the log conflicts with a statement, which is canceled.
const conflicts = new Set(['40001', '40P01'])
// read_only_sql_transaction: the statement locks or writes.
const readOnly = '25006'
// undefined_table, undefined_column, undefined_function: a migration has not been replayed yet.
const notMigrated = new Set(['42P01', '42703', '42883'])

/**
 * Returns whether a statement that failed on a replica may succeed on the primary. It has changed nothing, because a
 * replica is read-only.
 */
export function isReplicaFailure(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? ''
  return conflicts.has(code) || code === readOnly || notMigrated.has(code) || isDatabaseUnavailable(error)
}
