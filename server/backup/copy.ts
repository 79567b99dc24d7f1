import { createHash } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupFile } from './manifest.ts'

const chunkBytes = 1 << 20

// A new buffer for each of the thousands of small files of a database would keep the garbage collector busy.
const freeBuffers: Buffer[] = []

// Most files are small, so most of the time is spent waiting for the disk. A higher number is faster, but slows down
// requests.
const maxAtOnce = 4

/**
 * Calls `work` for each item, for a few concurrently. After an error, starts no further item. @throws the first error
 */
export async function forEachAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const errors: unknown[] = []
  let next = 0
  const run = async () => {
    while (next < items.length && errors.length === 0) {
      const item = items[next++]!
      await work(item).catch((error) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: maxAtOnce }, run))
  if (errors.length > 0) throw errors[0]
}

/** Stops a copy between two chunks. */
export interface Interruptible {
  signal?: AbortSignal | undefined
}

/**
 * Copies one file and returns its size and checksum. The copy is on disk before this returns, and only its owner can
 * read it.
 * @returns null if the source no longer exists, which happens to files of a running database
 */
export async function copyFileHashed(
  source: string,
  target: string,
  { signal }: Interruptible = {},
): Promise<Omit<BackupFile, 'path'> | null> {
  const from = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW).catch(nullIfMissing)
  if (from === null) return null
  try {
    const to = await open(target, 'wx', 0o600)
    try {
      const hash = createHash('sha256')
      let bytes = 0
      for await (const chunk of chunksOf(from)) {
        signal?.throwIfAborted()
        hash.update(chunk)
        await to.writeFile(chunk)
        bytes += chunk.length
      }
      await to.sync()
      return { bytes, sha256: hash.digest('hex') }
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  const buffer = freeBuffers.pop() ?? Buffer.allocUnsafeSlow(chunkBytes)
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes, null)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    freeBuffers.push(buffer)
  }
}

/** Returns the size and checksum of a file, or null if there is no such file. */
export async function hashFile(path: string, { signal }: Interruptible = {}): Promise<Omit<BackupFile, 'path'> | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(nullIfMissing)
  if (file === null) return null
  try {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of chunksOf(file)) {
      signal?.throwIfAborted()
      hash.update(chunk)
      bytes += chunk.length
    }
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

interface TreeOptions extends Interruptible {
  /** Whether to leave out the file or folder with this path, relative to the source. */
  skip?(path: string, entry: Dirent): boolean
}

/** Copies a folder with its subfolders, also empty ones. @returns the files, with paths relative to `source` */
export async function copyTree(source: string, target: string, options: TreeOptions = {}): Promise<BackupFile[]> {
  const files: BackupFile[] = []
  const copyFolder = async (relative: string): Promise<void> => {
    await mkdir(join(target, relative), { recursive: true, mode: 0o700 })
    const folders: string[] = []
    await forEachAtOnce(await listFolder(join(source, relative)), async (entry) => {
      const path = relative === '' ? entry.name : `${relative}/${entry.name}`
      if (options.skip?.(path, entry)) return
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) {
        const copied = await copyFileHashed(join(source, path), join(target, path), options)
        if (copied) files.push({ path, ...copied })
      }
    })
    for (const folder of folders) await copyFolder(folder)
    await syncFolder(join(target, relative))
  }
  await copyFolder('')
  return files
}

/** Lists a folder; empty if it does not exist. */
export const listFolder = async (folder: string): Promise<Dirent[]> =>
  (await readdir(folder, { withFileTypes: true }).catch(nullIfMissing)) ?? []

/** Creates a file that only its owner can read, and waits until it is on disk. */
export async function writeSynced(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(dirname(path))
}

/** Waits until the names of the files in a folder are on disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}

export function ignoreIfPresent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
