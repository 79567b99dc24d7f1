import type { Kysely } from 'kysely'
import pg from 'pg'
import type { Tables } from '../../tables.ts'
import type { Log } from '../log.ts'
import { BatchingSocket } from './batching-socket.ts'
import { RowClient } from './data-rows.ts'
import { kyselyOnPool, kyselyOnReplica } from './kysely-dialect.ts'
import { type Replica, watchReplica } from './replica/replica.ts'
import { startupOptions } from './sessions/session-settings.ts'
import { directTarget, isPooled } from './sessions/sessions.ts'

/**
 * A PostgreSQL URL, or the folder of a Unix socket. With a second address, the first one leads to a pooler, and the second
 * one to PostgreSQL itself.
 */
export type DatabaseTarget =
  | { url: string; directUrl?: string | null }
  | { socketDir: string; directSocketDir?: string; database?: string }

export interface Database {
  /** For code that needs its own connection. */
  target: DatabaseTarget
  pool: pg.Pool
  /** For `withSession`. */
  sessions: pg.Pool
  /** One connection for checks of the database, which must not wait for those of requests. */
  probe: pg.Pool
  /** For reads outside a transaction. */
  db: Kysely<Tables>
  /** For reads that may miss what was committed a moment ago. The same as `db` without a replica. */
  staleDb: Kysely<Tables>
  replica: Replica | null
  close(): Promise<void>
}

const oid = { int8: 20, date: 1082, timestamptz: 1184 }

// `2026-03-01 09:30:00.123+00`, the format of nine out of ten stored times.
const usualLength = 26

/** Converts `2026-03-01 09:30:00.12+00` (the session is in UTC) to `2026-03-01T09:30:00.120Z` without a Date. */
const toIso = (text: string): string =>
  text.length === usualLength
    ? `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
    : `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`

const types = new pg.TypeOverrides()
types.setTypeParser(oid.timestamptz, toIso)
types.setTypeParser(oid.date, (text) => text)
types.setTypeParser(oid.int8, Number)

/** Settings in the URL would replace those of Heed, so both are sent; of two values for one setting, the last one counts. */
function connectionOptions(target: DatabaseTarget, own: string): pg.PoolConfig {
  if (!('url' in target)) {
    return { host: target.socketDir, user: 'heed', database: target.database ?? 'heed', options: own }
  }
  const [parameter, separator = '', given = ''] = /([?&])options=([^&#]*)/.exec(target.url) ?? []
  if (parameter === undefined) return { connectionString: target.url, options: own }
  return {
    connectionString: target.url.replace(parameter, separator),
    options: `${decodeURIComponent(given.replaceAll('+', ' '))} ${own}`,
  }
}

interface PoolOptions {
  /** The maximum number of connections. A short query takes about 50 µs, so a few connections keep PostgreSQL busy. */
  size: number
  log: Log
}

/** Opens a pool whose connections pipeline statements: they are sent without waiting, and results arrive in order. */
export function openDatabase(target: DatabaseTarget, options: PoolOptions): Database {
  const hasPooler = isPooled(target)
  const pool = openPool(target, { ...options, isPooled: hasPooler })
  const db = kyselyOnPool(pool)
  // Without a limit, a statement to a host that has disappeared waits until the operating system gives up, after about 15 minutes.
  const limits = { max: 1, query_timeout: probeMs, connectionTimeoutMillis: probeMs }
  const probe = openPool(target, { ...options, isPooled: hasPooler }, limits)
  // The second pool of a pooled database connects when a session is needed, which is rare.
  const sessions = hasPooler ? openPool(directTarget(target), { ...options, isPooled: false }) : pool
  const close = async () => {
    await Promise.all([...new Set([pool, sessions, probe])].map((each) => each.end()))
  }
  return { target, pool, sessions, probe, db, staleDb: db, replica: null, close }
}

// Load balancers wait two seconds for the answer to a health check.
const probeMs = 1_500
// A replica that does not answer this soon is left out. Its reads go to the primary.
const replicaConnectMs = 2_000
const replicaProbeMs = 900

/** Adds a replica to a database, for reads that may be stale. */
export async function withReplica(
  database: Database,
  { url, maxLagSeconds }: { url: string; maxLagSeconds: number },
  options: PoolOptions,
): Promise<Database & { replica: Replica }> {
  const open = (target: DatabaseTarget, others: pg.PoolConfig) =>
    openPool(target, { ...options, isPooled: isPooled(target) }, others)
  const probes = { max: 1, query_timeout: replicaProbeMs, connectionTimeoutMillis: replicaProbeMs }
  const replica = watchReplica({
    pool: open({ url }, { connectionTimeoutMillis: replicaConnectMs }),
    primaryProbe: open(database.target, probes),
    replicaProbe: open({ url }, probes),
    maxLagSeconds,
    log: options.log,
  })
  await replica.probed
  const close = async () => {
    await replica.close()
    await database.close()
  }
  return { ...database, staleDb: kyselyOnReplica(replica, database.pool), replica, close }
}

function openPool(
  target: DatabaseTarget,
  { size, log, isPooled }: PoolOptions & { isPooled: boolean },
  others: pg.PoolConfig = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(target, startupOptions(isPooled)),
    Client: RowClient,
    types,
    max: size,
    pipeline: true,
    isPooled,
    stream: () => new BatchingSocket(),
    application_name: 'heed',
    // A request fails after this time instead of waiting for a connection forever.
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    // Detects a server that has disappeared, even on an idle connection.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...others,
  } as pg.PoolConfig)
  // Without a listener, a connection that the server closes would end this process. Pending statements reject on
  // their own.
  pool.on('connect', (client) => {
    // PostgreSQL first says why it ends a session; the end of the connection is an error of its own, which says nothing more.
    client.once('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
    client.on('error', () => {})
  })
  pool.on('error', () => {})
  return pool
}
