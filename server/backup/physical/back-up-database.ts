import type { Dirent } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Database } from '../../platform/db/database.ts'
import { copyFileHashed, copyTree, hashFile, type Interruptible, listFolder, syncFolder, writeSynced } from '../copy.ts'
import type { BackupFile } from '../manifest.ts'

export interface DatabaseCopy {
  takenAt: string
  /** Null outside of an archive. */
  earliestAt: string | null
  /** With paths relative to the database's folder. */
  files: BackupFile[]
}

/**
 * Copies the folder of the running embedded database, through PostgreSQL's interface for such copies (PostgreSQL
 * documentation, section 25.3.4): between start and stop, files may change while they are copied, and the write-ahead
 * log, copied last, makes them consistent again when the copy starts. A temporary replication slot keeps that log until
 * it is copied; it is dropped with the session, even if this process is killed.
 * @param source the folder `postgres` of the data folder
 * @param target a folder that does not exist
 */
export async function backUpDatabaseFolder(
  { pool }: Pick<Database, 'pool'>,
  source: string,
  target: string,
  { isInArchive = false, ...options }: Interruptible & { isInArchive?: boolean } = {},
): Promise<DatabaseCopy> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const slot = `heed_backup_${process.pid}_${Date.now()}`
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
    await client.query("select pg_backup_start('heed', fast => true)")
    const files = await copyTree(source, target, { ...options, skip: isLeftOut })
    const { label, stopWal, takenAt } = await stopBackup(client)
    const earliestAt = isInArchive ? await markEarliest(client) : null
    const wal = await copyWal(source, target, { from: startOf(label), to: stopWal }, options)
    await writeSynced(join(target, 'backup_label'), label)
    const labelFile = { path: 'backup_label', ...(await hashFile(join(target, 'backup_label')))! }
    return { takenAt, earliestAt, files: [...files, ...wal, labelFile] }
  } finally {
    // The connection is closed, because its settings differ from those of the pool, and to drop the slot.
    client.release(true)
  }
}

async function stopBackup(client: pg.PoolClient) {
  // All earlier commits come before the end of the backup in the write-ahead log.
  const { rows: times } = await client.query<{ now: string }>('select clock_timestamp() as now')
  const { rows } = await client.query<{ label: string; segment: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(wait_for_archive => false)',
  )
  const { label, segment } = rows[0]!
  return { label, stopWal: segment, takenAt: new Date(times[0]!.now).toISOString() }
}

/**
 * Returns the earliest target time for a recovery from this backup. A recovery stops before the first commit after its
 * target, and that commit must come after the end of the backup. So this makes a commit after the returned time, and
 * ends the segment, so that the commit is archived soon.
 */
async function markEarliest(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ now: string }>('select clock_timestamp() as now')
  // Target times are in milliseconds; the database's clock has microseconds.
  const earliest = new Date(rows[0]!.now).getTime() + 1
  await client.query('select pg_sleep(0.002)')
  await client.query('select pg_current_xact_id()')
  await client.query('select pg_switch_wal()')
  return new Date(earliest).toISOString()
}

// Files that PostgreSQL creates again when it starts, or that belong to the running server.
const emptiedFolders = new Set([
  'archived_wal',
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOutFiles = /^(postmaster\.(pid|opts)|\.s\.PGSQL\..*|backup_label(\.old)?|recovery\.signal|standby\.signal)$/

function isLeftOut(path: string, entry: Dirent): boolean {
  const [first = '', ...rest] = path.split('/')
  if (rest.length > 0 && emptiedFolders.has(first)) return true
  if (rest.length === 0 && leftOutFiles.test(first)) return true
  return entry.name.startsWith('pgsql_tmp') || entry.name === 'pg_internal.init'
}

/**
 * Returns the first segment of the write-ahead log that the copy needs. At a boundary, `pg_walfile_name` would return
 * the previous segment.
 */
function startOf(label: string): string {
  const [, segment] = /^START WAL LOCATION: \S+ \(file (\w{24})\)/m.exec(label) ?? []
  if (!segment) throw new Error(`PostgreSQL began the backup in an unexpected way: ${label}`)
  return segment
}

const segmentName = /^[0-9A-F]{24}$/

/** Copies the segments of the write-ahead log that were written between start and stop. */
async function copyWal(
  source: string,
  target: string,
  { from, to }: { from: string; to: string },
  options: Interruptible,
): Promise<BackupFile[]> {
  const files: BackupFile[] = []
  const names = (await listFolder(join(source, 'pg_wal'))).map(({ name }) => name)
  // Names of one timeline sort in the order of the log.
  for (const name of names.filter((name) => segmentName.test(name) && name >= from && name <= to).sort()) {
    const path = `pg_wal/${name}`
    const copied = await copyFileHashed(join(source, path), join(target, path), options)
    if (copied) files.push({ path, ...copied })
  }
  if (files.at(0)?.path !== `pg_wal/${from}` || files.at(-1)?.path !== `pg_wal/${to}`) {
    throw new Error('PostgreSQL removed a part of the write-ahead log before it was copied. Try again.')
  }
  await syncFolder(join(target, 'pg_wal'))
  return files
}
