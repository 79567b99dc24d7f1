import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Database } from '../../platform/db/database.ts'
import { isDistributed } from '../../platform/db/distribution/inspect.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import type { Interruptible } from '../copy.ts'
import { BackupError, type Manifest } from '../manifest.ts'
import { quoteName } from './back-up-tables.ts'
import { connectForCopy } from './connect.ts'
import { listTables, type TableContents } from './tables.ts'

/** Creates the tables of the job queue, which its library owns. */
export type OpenJobQueue = (database: Database) => Promise<void>

/**
 * Fills an empty database with the rows of a backup, in one transaction. The schema is that of the backup, so a newer
 * version of Heed migrates the data when it starts.
 * @throws {BackupError} if the database is not empty or is distributed, or this version of Heed cannot create the backup's schema
 */
export async function restoreTables(
  database: Database,
  folder: string,
  { migrations, heedVersion }: Manifest,
  { openJobQueue, signal }: { openJobQueue: OpenJobQueue } & Interruptible,
): Promise<void> {
  await assertKnownMigrations({ migrations, heedVersion })
  const known = await readMigrations()
  await assertNoContents(database)
  if (await isDistributed(database.pool)) {
    throw new BackupError(
      'The database is distributed. Restore into a database that is not, then distribute it: npx heed database distribute',
    )
  }
  await migrate(
    database,
    known.filter(({ name }) => migrations.includes(name)),
  )
  await openJobQueue(database)

  const contents = JSON.parse(await readFile(join(folder, 'contents.json'), 'utf8')) as TableContents
  const client = await connectForCopy(database)
  try {
    await assertSameTables(client, contents, heedVersion)
    await client.query('begin')
    await fillTables(client, folder, contents, signal)
    await client.query('commit')
  } finally {
    await client.end()
  }
  await database.pool.query('analyze')
}

/**
 * Rejects a backup of a later version, because this version cannot use its database.
 * @throws {BackupError}
 */
export async function assertKnownMigrations({
  migrations,
  heedVersion,
}: Pick<Manifest, 'migrations' | 'heedVersion'>): Promise<void> {
  const known = new Set((await readMigrations()).map(({ name }) => name))
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown === undefined) return
  throw new BackupError(
    `The backup has migration ${unknown}, which this version of Heed does not know. It was created by Heed ${heedVersion}: ` +
      'restore it with that version or a later one.',
  )
}

/**
 * Rejects a database that contains tables of other programs, except extensions, or anything in those of Heed.
 * @throws {BackupError}
 */
export async function assertNoContents({ pool }: Database): Promise<void> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`,
  )
  const names = tables.map(({ name }) => name)
  if (names.length === 0) return
  const isHeeds = ['schema_migrations', 'workspaces', 'accounts'].every((name) => names.includes(name))
  const { rowCount } = isHeeds
    ? await pool.query('select from workspaces union all select from accounts limit 1')
    : { rowCount: 1 }
  if (rowCount !== 0) throw new BackupError('The database is not empty. Restore into a new, empty database.')
}

async function assertSameTables(client: pg.Client, { tables }: TableContents, heedVersion: string): Promise<void> {
  const present = new Map((await listTables(client)).map(({ name, columns }) => [name, new Set(columns)]))
  const different = tables.find(({ name, columns }) => !columns.every((column) => present.get(name)?.has(column)))
  if (different) {
    throw new BackupError(
      `This version of Heed has a different table ${different.name}. Restore with Heed ${heedVersion}, then upgrade.`,
    )
  }
}

/** Copies rows without foreign keys and triggers, because the rows are already consistent. Then restores both. */
async function fillTables(
  client: pg.Client,
  folder: string,
  { tables, sequences }: TableContents,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(`
    select n.nspname || '.' || c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and n.nspname in ('public', 'pgboss')`)
  const names = tables.map(({ name }) => name)
  for (const { table, name } of foreignKeys) {
    await client.query(`alter table ${quoteName(table)} drop constraint ${quoteName(name)}`)
  }
  for (const name of names) await client.query(`alter table ${quoteName(name)} disable trigger user`)
  // Rows that migrations or the job queue have inserted are in the backup as well.
  await client.query(`truncate ${names.map(quoteName).join(', ')}`)
  for (const { name, columns } of tables) {
    signal?.throwIfAborted()
    const list = columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ')
    const rows = client.query(copyFrom(`copy ${quoteName(name)} (${list}) from stdin`))
    await pipeline(createReadStream(join(folder, `${name}.copy.gz`)), createGunzip(), rows)
  }
  for (const { name, value, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [quoteName(name), value, isCalled])
  }
  for (const name of names) await client.query(`alter table ${quoteName(name)} enable trigger user`)
  for (const { table, name, definition } of foreignKeys) {
    signal?.throwIfAborted()
    await client.query(`alter table ${quoteName(table)} add constraint ${quoteName(name)} ${definition}`)
  }
}
