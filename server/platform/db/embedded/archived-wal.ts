import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chown, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { keepOwner, type OsAccount } from './os-account.ts'

// In the database's folder, because PostgreSQL's account may not be allowed to write anywhere else.
const folderName = 'archived_wal'

export const archivedWalFolder = (dataDir: string): string => join(dataDir, 'postgres', folderName)

// A segment has 16 MB and is archived when it is full. Without this limit, an instance with few writes would archive
// nothing for days.
const archiveTimeoutSeconds = 300

/**
 * The settings with which PostgreSQL archives its write-ahead log. Its own module writes each segment under a temporary
 * name, syncs it to disk and renames it, and repeats failed attempts forever. PostgreSQL reads the path from its own folder.
 */
export const archiveSettings: Record<string, string> = {
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': folderName,
  archive_timeout: String(archiveTimeoutSeconds),
}

/** Creates the folder that PostgreSQL archives into. It must exist before PostgreSQL starts. */
export async function createArchivedWalFolder(folder: string, account: OsAccount | null): Promise<void> {
  const path = join(folder, folderName)
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (account) await chown(path, account.uid, account.gid)
}

/**
 * Moves archived segments of the write-ahead log into the archive and compresses them: a segment that was completed
 * early is mostly zeros. A segment is removed only once its copy is on disk, so a killed process loses none.
 * @param target the folder `wal` of the series
 * @throws if the archive has another segment of this name, which another database must have written
 */
export async function collectArchivedWal(dataDir: string, target: string, signal?: AbortSignal): Promise<void> {
  const folder = archivedWalFolder(dataDir)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names.sort()) {
    if (signal?.aborted) return
    // Unfinished copies have other names. Labels of backups and histories of timelines are not needed.
    if (/^[0-9A-F]{24}$/.test(name)) await collectSegment(join(folder, name), join(target, `${name}.gz`))
    else if (/^[0-9A-F]{24}\.[0-9A-F]{8}\.backup$|^[0-9A-F]{8}\.history$/.test(name)) await rm(join(folder, name))
  }
}

async function collectSegment(source: string, target: string): Promise<void> {
  const isThere = await stat(target).then(
    () => true,
    () => false,
  )
  if (isThere && (await hash(createReadStream(source))) !== (await hash(createReadStream(target), createGunzip()))) {
    throw new Error(
      `${target} was written by another database. Remove the file archive-series from the data folder and restart Heed, ` +
        'so that it begins a new series.',
    )
  }
  if (!isThere) await compress(source, target)
  await rm(source)
}

async function compress(source: string, target: string): Promise<void> {
  const draft = `${target}.unfinished`
  const output = createWriteStream(draft, { mode: 0o600, flush: true })
  await pipeline(createReadStream(source), createGzip(), output)
  // A restore uses this time to decide whether it needs later segments.
  const { atime, mtime } = await stat(source)
  await utimes(draft, atime, mtime)
  await keepOwner(draft)
  await rename(draft, target)
  const folder = await open(join(target, '..'), 'r')
  await folder.sync().finally(() => folder.close())
}

async function hash(...streams: [Readable, ...Duplex[]]): Promise<string> {
  const sha256 = createHash('sha256')
  // An error in any of the streams, such as a lost disk, rejects this call.
  await pipeline([...streams, sha256])
  return sha256.digest('hex')
}
