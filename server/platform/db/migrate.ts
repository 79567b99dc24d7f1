import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { assertUnused } from './distribution/cluster.ts'
import { hasUnfinishedDistribution, isDistributed } from './distribution/inspect.ts'
import { type SessionSource, withSession } from './sessions/sessions.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/** An arbitrary number that differs from all other advisory locks on the database. */
export const migrationLock = 4_715_001

interface Migration {
  name: string
  text: string
  checksum: string
}

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Brings the database up to this version. Each file has its own transaction, which yields to requests that hold its
 * locks. An advisory lock makes processes that start together wait for the one that migrates.
 * @returns the names of the applied files.
 * @throws if the database has a migration that this version does not know, or an applied file has changed since; if a
 * distributed database must be migrated while other processes use it.
 */
export async function migrate(database: SessionSource, migrations?: Migration[]): Promise<string[]> {
  const files = migrations ?? (await readMigrations())
  return withSession(database, 'migrations', async (client) => {
    // The pool's statement_timeout is for requests; a migration may take longer.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    try {
      return await applyMissing(client, files)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [migrationLock])
    }
  })
}

/** Returns whether every migration of this version is applied. @throws if the database has never been migrated. */
export async function isMigrated(pool: Pool, migrations?: Migration[]): Promise<boolean> {
  const files = migrations ?? (await readMigrations())
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations')
  const applied = new Set(rows.map(({ name }) => name))
  return files.every(({ name }) => applied.has(name))
}

async function applyMissing(client: PoolClient, files: Migration[]): Promise<string[]> {
  if (await hasUnfinishedDistribution(client)) {
    throw new Error('The distribution of this database was interrupted. Continue it: npx heed database distribute')
  }
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))

  for (const [name, checksum] of applied) {
    const file = files.find((candidate) => candidate.name === name)
    if (!file) throw new Error(`The database has migration ${name}, which this version of Heed does not know.`)
    if (file.checksum !== checksum) throw new Error(`Migration ${name} was changed after it had been applied.`)
  }

  const missing = files.filter((file) => !applied.has(file.name))
  // The triggers that copy changes to and from processes of the previous version do not exist there (distribute.ts).
  if (missing.length > 0 && (await isDistributed(client))) {
    await assertUnused(client, {
      migrationLock,
      reason: 'a distributed database is upgraded while no other process uses it.',
    })
  }
  for (const file of missing) await apply(client, file)
  return missing.map((file) => file.name)
}

// Shorter than PostgreSQL's `deadlock_timeout` (1 s): in a deadlock with a request of the previous version, the
// migration is canceled and the request succeeds.
const lockTimeoutMs = 700
// Statements of requests take at most 20 s. Between attempts, requests that waited for the migration continue.
const maxAttempts = 100
const pauseMs = 300

// lock_not_available and deadlock_detected (PostgreSQL, appendix A)
const lostLocks = new Set(['55P03', '40P01'])

/** Applies a file in one transaction. Retries if it does not get its locks. */
async function apply(client: PoolClient, file: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      await client.query(file.text)
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [file.name, file.checksum])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (lostLocks.has((error as { code?: string }).code ?? '') && attempt < maxAttempts) {
        await sleep(pauseMs * (0.5 + Math.random()))
        continue
      }
      throw new Error(`Migration ${file.name} failed and was rolled back.`, { cause: error })
    }
  }
}
