import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

// PostgreSQL does not start without these folders. Copying a backup to a bucket, for example, loses empty folders.
const folders = [
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal/archive_status',
  'pg_wal/summaries',
]

/** Creates the folders of a database that can be empty. */
export async function createEmptyFolders(postgres: string): Promise<void> {
  for (const folder of folders) await mkdir(join(postgres, folder), { recursive: true, mode: 0o700 })
}
