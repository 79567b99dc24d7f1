import type { Pool } from 'pg'
import type { GaugeDefinition } from '../http/metrics.ts'
import { readMigrations } from './migrate.ts'

/** The state of the PostgreSQL server. */
export interface DatabaseState {
  version: string
  sizeBytes: number
  /** Sessions of this database by state, and of everything else on the server. */
  active: number
  idle: number
  inTransaction: number
  /** Sessions of the whole server, which the maximum counts. */
  sessions: number
  maxSessions: number
  /** How long the oldest open transaction and the longest running statement have taken, in seconds. */
  transactionSeconds: number
  statementSeconds: number
  /** Sessions that wait for a lock. */
  blocked: number
  appliedMigrations: string[]
}

/** Reads the state of the database in one statement. It ignores its own session. */
export async function readDatabaseState(pool: Pool): Promise<DatabaseState> {
  const { rows } = await pool.query<DatabaseState>(`
    with sessions as (
      select * from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()),
    own as (select * from sessions where datname = current_database())
    select split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database()) as "sizeBytes",
      (select count(*) from own where state = 'active') as active,
      (select count(*) from own where state = 'idle') as idle,
      (select count(*) from own where state like 'idle in transaction%') as "inTransaction",
      -- A role without pg_monitor is not told what the sessions of other roles are, but it may count them.
      (select sum(numbackends)::bigint from pg_stat_database) as sessions,
      current_setting('max_connections')::int as "maxSessions",
      (select coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0)::float8 from own) as "transactionSeconds",
      (select coalesce(extract(epoch from max(clock_timestamp() - query_start)), 0)::float8
       from own where state = 'active') as "statementSeconds",
      (select count(*) from own where wait_event_type = 'Lock') as blocked,
      (select coalesce(array_agg(name order by name), '{}') from schema_migrations) as "appliedMigrations"`)
  return rows[0]!
}

/** Returns the names of this version's migrations that are not applied to the database. */
export const missingMigrations = async (applied: string[]): Promise<string[]> =>
  (await readMigrations()).map(({ name }) => name).filter((name) => !applied.includes(name))

// All gauges of a collection use one reading.
const sharedMs = 1_000

/** Returns the gauges of the database server. */
export function databaseGauges(pool: Pool): GaugeDefinition[] {
  let reading: Promise<DatabaseState> | null = null
  let since = 0
  const read = (): Promise<DatabaseState> => {
    if (reading === null || performance.now() - since > sharedMs) {
      since = performance.now()
      reading = readDatabaseState(pool)
      // The next collection reads again.
      reading.catch(() => {
        reading = null
      })
    }
    return reading
  }
  const gauge = (name: string, help: string, value: (state: DatabaseState) => number | Promise<number>) => ({
    name,
    help,
    collect: async () => value(await read()),
  })
  return [
    gauge('heed_database_size_bytes', 'Size of the database on disk', (state) => state.sizeBytes),
    gauge('heed_database_sessions', 'Sessions of the PostgreSQL server, of all databases', (state) => state.sessions),
    gauge('heed_database_sessions_max', 'Sessions that the server accepts', (state) => state.maxSessions),
    gauge('heed_database_blocked_sessions', 'Sessions that wait for a lock', (state) => state.blocked),
    gauge(
      'heed_database_transaction_seconds',
      'Age of the oldest open transaction',
      (state) => state.transactionSeconds,
    ),
    gauge(
      'heed_database_statement_seconds',
      'Time of the longest running statement',
      (state) => state.statementSeconds,
    ),
    gauge(
      'heed_database_migrations_missing',
      'Migrations of this version that are not applied',
      async (state) => (await missingMigrations(state.appliedMigrations)).length,
    ),
  ]
}
