import type { Kysely } from 'kysely'
import pg from 'pg'
import type { Tables } from '../../tables.ts'
import type { Log } from '../log.ts'
import { kyselyOnPool } from './kysely-dialect.ts'

/** How to reach PostgreSQL: an address, or the folder of a unix socket. */
export type DatabaseTarget = { url: string } | { socketDir: string; database?: string }

export interface Database {
  /** Where it is, for what needs a connection of its own. */
  target: DatabaseTarget
  pool: pg.Pool
  /** For reads outside a transaction. */
  db: Kysely<Tables>
  close(): Promise<void>
}

const oid = { int8: 20, date: 1082, timestamptz: 1184 }

/** PostgreSQL's `2026-03-01 09:30:00.12+00` (session in UTC) as `2026-03-01T09:30:00.120Z`, without a Date between. */
const isoOf = (text: string): string =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`

const types = new pg.TypeOverrides()
types.setTypeParser(oid.timestamptz, isoOf)
types.setTypeParser(oid.date, (text) => text)
types.setTypeParser(oid.int8, Number)

const connectionOptions = (target: DatabaseTarget): pg.PoolConfig =>
  'url' in target
    ? { connectionString: target.url }
    : { host: target.socketDir, user: 'heed', database: target.database ?? 'heed' }

interface PoolOptions {
  /** Connections at most. PostgreSQL answers a short query in about 50 µs, so a few keep it busy. */
  size: number
  log: Log
}

/** Opens a pool. Statements of one connection are pipelined: sent at once, answered in order. */
export function openDatabase(target: DatabaseTarget, { size, log }: PoolOptions): Database {
  const pool = new pg.Pool({
    ...connectionOptions(target),
    types,
    max: size,
    pipeline: true,
    application_name: 'heed',
    // A request that cannot get a connection in this time is better off failing than queueing for ever.
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    // No statement of the API runs longer by design; one that does is cut off before it holds others up.
    options: '-c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=20s -c idle_in_transaction_session_timeout=30s',
  } as pg.PoolConfig)
  // Without a listener a connection that the server ends, at rest or at work, would end this process. What was on its
  // way on it fails by itself.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost')),
  )
  pool.on('error', () => {})
  return { target, pool, db: kyselyOnPool(pool), close: () => pool.end() }
}
