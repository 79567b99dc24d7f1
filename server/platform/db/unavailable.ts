import pg from 'pg'

/**
 * A connection to a server that accepts no writes: a former primary, or a replica that was reached by mistake. It would
 * refuse the next write as well, so it is not used again (PostgreSQL, appendix A: read_only_sql_transaction).
 */
export const isFromReadOnlyServer = (error: unknown): boolean => (error as { code?: string } | null)?.code === '25006'

// Connection failures (class 08), too many connections, shutdown, crash, startup (PostgreSQL, appendix A), and what
// the operating system says about a server that is gone.
const unavailableCodes =
  /^(08...|53300|57P0[1-5]|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND)$/

// pg rejects with these and without a code.
const connectionMessages = /^(Connection terminated|Client was closed|timeout exceeded when trying to connect)/

/**
 * Returns whether a failure means that the database cannot be used at present, such as during a failover. If it happened
 * while a transaction was being committed, nobody knows whether that took effect.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: string; syscall?: string }
  if (error instanceof pg.DatabaseError) return unavailableCodes.test(code ?? '')
  // A file that cannot be read has a code of the system too, but another call.
  if (code !== undefined) return unavailableCodes.test(code) && /^(connect|read|write|getaddrinfo)$/.test(syscall ?? '')
  return connectionMessages.test(error.message)
}
