/** Settings that poolers keep for each of their clients, because PostgreSQL reports their changes. */
const tracked = { TimeZone: 'UTC', DateStyle: 'ISO' }

/** Settings that belong to a session. */
export const limits = {
  // No statement of the API should run longer. Canceling one that does keeps it from blocking others.
  statement_timeout: '20s',
  idle_in_transaction_session_timeout: '30s',
  // Starting a process for a part of a statement takes about 10 ms, longer than almost every statement.
  max_parallel_workers_per_gather: '0',
}

/** Returns the settings to send with a connection. A pooler refuses those that it cannot keep for each client. */
export const startupOptions = (isPooled: boolean): string =>
  Object.entries(isPooled ? tracked : { ...tracked, ...limits })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
