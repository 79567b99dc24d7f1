import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchiveSeries } from '../../platform/db/embedded/archive-series.ts'
import { listFolder } from '../copy.ts'
import { earliestOf } from '../manifest.ts'
import { listBackups } from './find-backup.ts'
import { finishRemovals, removeWhole } from './remove-whole.ts'
import { firstSegmentOf, segmentPattern } from './segments.ts'

// Files and backups of a process that was killed.
const unfinishedMs = 24 * 3_600_000

/**
 * Removes backups and segments that are not needed to restore any time since `keepSince`. Keeps the newest backup
 * before that time.
 * @param keepSince epoch milliseconds
 */
export async function pruneSeries(
  series: ArchiveSeries,
  { now, keepSince }: { now: number; keepSince: number },
): Promise<void> {
  const backups = await listBackups(series.folder, { skipsDamaged: true })
  const firstNeeded = Math.max(
    0,
    backups.findLastIndex(({ manifest }) => Date.parse(earliestOf(manifest)) <= keepSince),
  )
  await finishRemovals(series.backups)
  for (const { folder } of backups.slice(0, firstNeeded)) await removeWhole(folder)
  const oldest = backups[firstNeeded]
  if (oldest !== undefined) await pruneWal(series.wal, firstSegmentOf(oldest.manifest.files))
  await removeUnfinished(series, now)
}

async function pruneWal(wal: string, firstNeeded: string | null): Promise<void> {
  if (firstNeeded === null) return
  for (const { name } of await listFolder(wal)) {
    const [, segment] = segmentPattern.exec(name) ?? []
    if (segment !== undefined && segment < firstNeeded) await rm(join(wal, name), { force: true })
  }
}

async function removeUnfinished({ wal, backups }: ArchiveSeries, now: number): Promise<void> {
  const candidates = [
    ...(await listFolder(wal)).filter(({ name }) => /\.unfinished$/.test(name)).map(({ name }) => join(wal, name)),
    ...(await listFolder(backups))
      .filter(({ name }) => /^\..*\.unfinished$/.test(name))
      .map(({ name }) => join(backups, name)),
  ]
  for (const path of candidates) {
    const found = await stat(path).catch(() => null)
    if (found !== null && found.mtimeMs < now - unfinishedMs) await rm(path, { recursive: true, force: true })
  }
}
