import { createReadStream } from 'node:fs'
import { access, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Interruptible } from '../copy.ts'
import { BackupError, type Manifest } from '../manifest.ts'

import type { RecoveryTarget } from '../physical/recover.ts'
import { firstSegmentOf, listSegments } from './segments.ts'

/**
 * Copies the archived log that follows a backup into `pg_wal`, where PostgreSQL replays it. Segments that follow one
 * that was archived long after the target are left out.
 * @param wal null if the backup is not part of an archive
 * @param marginMs Infinity for all segments
 * @returns whether segments were left out
 * @throws {BackupError} if a segment that the target requires is missing
 */
export async function copyWalUntil(
  wal: string | null,
  pgWal: string,
  { files }: Pick<Manifest, 'files'>,
  target: RecoveryTarget,
  { marginMs, signal }: Interruptible & { marginMs: number },
): Promise<boolean> {
  const first = firstSegmentOf(files)
  if (wal === null || first === null) throw new BackupError('This backup is not part of an archive.')
  const { segments, missing } = await listSegments(wal, first)
  for (const segment of segments) {
    signal?.throwIfAborted()
    if (missing !== null && segment > missing) {
      throw new BackupError(
        `The archive does not contain ${join(wal, missing)}.gz, which is needed to restore this time.`,
      )
    }
    const archived = join(wal, `${segment}.gz`)
    // The backup contains its first segments.
    if (!(await exists(join(pgWal, segment)))) await decompress(archived, join(pgWal, segment))
    // A compressed segment has the modification time of the original.
    if (target.kind === 'time' && (await stat(archived)).mtimeMs > Date.parse(target.at) + marginMs) {
      return segment !== segments.at(-1)
    }
  }
  return false
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

async function decompress(source: string, target: string): Promise<void> {
  const file = await open(target, 'wx', 0o600)
  await pipeline(createReadStream(source), createGunzip(), file.createWriteStream({ flush: true })).catch((error) => {
    throw /^Z_/.test(error.code) ? new BackupError(`${source} is damaged: ${error.message}.`, { cause: error }) : error
  })
}
