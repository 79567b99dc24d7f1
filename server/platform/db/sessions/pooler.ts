import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { migrationLock } from '../migrate.ts'
import { limits } from './session-settings.ts'
import { type SessionSource, withSession } from './sessions.ts'

// In transaction mode, the sessions of a pooler belong to nobody, so settings cannot be sent with a connection. They are
// defaults of the role instead.

/** Heed cannot work through the pooler as it is configured. */
export class PoolerError extends Error {}

/** Says what to do if a pooler refused a connection because of what Heed sends with it; returns other errors as they are. */
export const explainPooler = (error: unknown): unknown =>
  error instanceof DatabaseError && /^unsupported startup parameter/.test(error.message)
    ? new PoolerError(
        'DATABASE_URL leads to a pooler, such as PgBouncer. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
        { cause: error },
      )
    : error

/**
 * Sets the limits of statements as defaults of this role in this database, for the sessions that the pooler opens. Needs no
 * right beyond those of the role itself.
 */
export const setRoleDefaults = (database: SessionSource): Promise<void> =>
  withSession(database, 'migrations', async (client) => {
    await client.query('set statement_timeout = 0')
    // Processes that start together would change the same row of the catalog.
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const { rows } = await client.query<{ role: string; database: string; settings: string[] }>(`
      select quote_ident(r.rolname) as role, quote_ident(d.datname) as database, coalesce(s.setconfig, '{}') as settings
      from pg_roles r join pg_database d on d.datname = current_database()
      left join pg_db_role_setting s on s.setrole = r.oid and s.setdatabase = d.oid
      where r.rolname = current_user`)
    const { role, database: name, settings } = rows[0]!
    for (const [setting, value] of Object.entries(limits)) {
      if (settings.includes(`${setting}=${value}`)) continue
      await client.query(`alter role ${role} in database ${name} set ${setting} = '${value}'`)
    }
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  })

/**
 * Rejects a pooler that leads elsewhere than the direct address, whose sessions lack the defaults, or that does not keep
 * prepared statements.
 * @throws {PoolerError}
 */
export async function assertPoolerFits(database: SessionSource & { pool: Pool }): Promise<void> {
  const [pooled, direct] = [
    await readPlace(database.pool),
    await withSession(database, 'migrations', (client) => readPlace(client)),
  ]
  if (pooled !== direct) {
    throw new PoolerError('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases or servers.')
  }
  await assertLimits(database.pool)
  await assertKeepsStatements(database.pool)
}

/** Identifies the database and the running server. Both sessions are in UTC. */
async function readPlace(source: Pick<Pool, 'query'> | PoolClient): Promise<string> {
  const { rows } = await (source as Pick<Pool, 'query'>).query<{ place: string }>(`
    select concat_ws(' ', oid, pg_postmaster_start_time()) as place from pg_database where datname = current_database()`)
  return rows[0]!.place
}

/**
 * Rejects sessions without the limits.
 * @throws {PoolerError}
 */
export async function assertLimits(pool: Pick<Pool, 'query'>): Promise<void> {
  const names = Object.keys(limits) as (keyof typeof limits)[]
  const { rows } = await pool.query<{ values: string[] }>(
    'select array(select current_setting(name) from unnest($1::text[]) as name) as values',
    [names],
  )
  const found = names
    .map((name, index) => ({ name, value: rows[0]!.values[index] }))
    .filter(({ name, value }) => value !== limits[name])
    .map(({ name, value }) => `${name} is ${value} instead of ${limits[name]}`)
  if (found.length === 0) return
  throw new PoolerError(
    `The settings of Heed are not in force in the sessions of DATABASE_URL: ${found.join(', ')}. If a pooler is in ` +
      'between, set DATABASE_DIRECT_URL to the address of PostgreSQL itself, with the same role. PgBouncer uses new ' +
      'settings in new sessions only: run `psql -h 127.0.0.1 -p 6432 -U pgbouncer_admin pgbouncer -c RECONNECT`.',
  )
}

// invalid_sql_statement_name, duplicate_prepared_statement
const lostStatement = new Set(['26000', '42P05'])

/**
 * Rejects a pooler that passes names of prepared statements on as they are: a second client that prepares the same name
 * in the same session then fails. A session of the pooler that is free is used again first, so both clients get the same.
 */
async function assertKeepsStatements(pool: Pool): Promise<void> {
  const clients: PoolClient[] = []
  try {
    for (const _ of [1, 2]) clients.push(await pool.connect())
    for (const client of clients) await client.query({ name: 'heed_pooler', text: 'select 1' })
  } catch (error) {
    if (!(error instanceof DatabaseError) || !lostStatement.has(error.code ?? '')) throw error
    throw new PoolerError(
      'The pooler at DATABASE_URL does not keep prepared statements. Set max_prepared_statements in PgBouncer 1.21 or later.',
      { cause: error },
    )
  } finally {
    for (const client of clients) client.release(true)
  }
}
