import pg from 'pg'

/**
 * Returns whether an error is from a server that accepts no writes: a former primary, or a replica that was reached by
 * mistake. It would refuse the next write as well, so the connection is not reused (PostgreSQL, appendix A:
 * read_only_sql_transaction).
 */
export const isFromReadOnlyServer = (error: unknown): boolean => (error as { code?: string } | null)?.code === '25006'

// Connection failures (class 08), too many connections, shutdown, crash, startup (PostgreSQL, appendix A), and the
// operating system's codes for a server that cannot be reached.
const unavailableCodes =
  /^(08...|53300|57P0[1-5]|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|ENOENT)$/

// Messages of errors that pg raises without a code.
const connectionMessages =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|timeout exceeded when trying to connect)/

/**
 * Returns whether a failure means that the database cannot be used at present, such as during a failover. If it
 * happened during a commit, it is unknown whether the transaction was committed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: string; syscall?: string }
  if (error instanceof pg.DatabaseError) return unavailableCodes.test(code ?? '')
  // An error about a file has a system code too, but a different syscall.
  if (code !== undefined) return unavailableCodes.test(code) && /^(connect|read|write|getaddrinfo)$/.test(syscall ?? '')
  return connectionMessages.test(error.message)
}

/**
 * Returns whether all connections of a pool stayed in use until the wait for one timed out. Unlike other failures to connect,
 * this says nothing about the server.
 */
export const isPoolExhausted = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/**
 * Returns whether the database accepts writes. Closes connections that lead to a server that accepts none, such as a
 * primary that was demoted: without requests, nothing else would replace them. The last one it tries is a new one.
 * @param probe asks the database without waiting for the connections of requests
 * @param pool the connections of requests, which are checked if the probe led to such a server
 */
export async function acceptsWrites({ probe, pool }: { probe: pg.Pool; pool: pg.Pool }): Promise<boolean> {
  const { isReadOnly, hasClosed } = await closeReadOnlyConnections(probe)
  if (hasClosed) closeReadOnlyConnections(pool).catch(() => {})
  return !isReadOnly
}

async function closeReadOnlyConnections(pool: pg.Pool): Promise<{ isReadOnly: boolean; hasClosed: boolean }> {
  let hasClosed = false
  for (let left = pool.totalCount; left >= 0; left--) {
    const client = await pool.connect()
    let isReadOnly = true
    try {
      const { rows } = await client.query("select current_setting('transaction_read_only') = 'on' as \"isReadOnly\"")
      isReadOnly = rows[0].isReadOnly
    } finally {
      client.release(isReadOnly)
    }
    if (!isReadOnly) return { isReadOnly, hasClosed }
    hasClosed = true
  }
  return { isReadOnly: true, hasClosed }
}
