import { open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ArchiveSeries, seriesIn } from '../../platform/db/embedded/archive-series.ts'
import { listFolder, nullIfMissing } from '../copy.ts'
import { listBackups } from './find-backup.ts'
import { finishRemovals, removeWhole } from './remove-whole.ts'

/**
 * Removes the series of earlier data folders of the same database, such as the one that this data folder was restored
 * from, once nothing has been added to them since `keepSince`. Keeps the series of other databases, whose servers may
 * only be stopped.
 * @param keepSince epoch milliseconds
 */
export async function pruneAbandonedSeries(
  { dataDir }: { dataDir: string },
  own: ArchiveSeries,
  keepSince: number,
): Promise<void> {
  const mine = await readSystemIdentifier(join(dataDir, 'postgres'))
  const archiveDir = dirname(own.folder)
  await finishRemovals(archiveDir)
  for (const { name } of await listFolder(archiveDir)) {
    const series = seriesIn(archiveDir, name)
    if (series.folder === own.folder || (await lastAddition(series)) >= keepSince) continue
    const newest = (await listBackups(series.folder, { skipsDamaged: true })).at(-1)
    if (newest === undefined || mine === null) continue
    if ((await readSystemIdentifier(join(newest.folder, 'postgres'))) !== mine) continue
    await removeWhole(series.folder)
  }
}

/** Returns when something was last added to a series, in epoch milliseconds. Infinity if it is not a series. */
async function lastAddition({ wal, backups, files }: ArchiveSeries): Promise<number> {
  const times: number[] = []
  for (const folder of [wal, backups, files]) {
    const found = await stat(folder).catch(nullIfMissing)
    if (found === null) return Number.POSITIVE_INFINITY
    times.push(found.mtimeMs)
  }
  return Math.max(...times)
}

/**
 * Reads the system identifier that `initdb` gave a database, which its copies share. It is at the start of
 * `pg_control`.
 * @returns null if there is no such file
 */
async function readSystemIdentifier(postgres: string): Promise<bigint | null> {
  const file = await open(join(postgres, 'global', 'pg_control')).catch(nullIfMissing)
  if (file === null) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return bytesRead === 8 ? buffer.readBigUInt64LE() : null
  } finally {
    await file.close()
  }
}
