import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isUuid } from '../../platform/ids.ts'
import { problem } from '../../platform/problems.ts'
import { isZipFile } from '../archive/describe.ts'
import { isPackedExport, unpackExport } from '../read/unzip.ts'

/** The largest file that the console accepts. Larger files are imported on the command line, without an upload. */
export const maxUploadMegabytes = 512

/** Returns the folder of an import's file. Only ids of imports become part of a path. */
export function importFolder(dataDir: string, importId: string): string {
  if (!isUuid(importId)) throw new Error(`Not the id of an import: ${importId}`)
  return join(dataDir, 'imports', importId)
}

/**
 * Stores an upload under a name that Heed chooses, together with its original name. A zip file of another product is
 * unpacked.
 * @throws 400 if it cannot be unpacked; 413
 */
export async function receiveFile(dataDir: string, importId: string, body: Readable, name: string): Promise<void> {
  const folder = importFolder(dataDir, importId)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, storedName(name))
  let bytes = 0
  await pipeline(
    body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length
        if (bytes > maxUploadMegabytes * 2 ** 20) {
          throw problem(
            'payload_too_large',
            `The file is larger than ${maxUploadMegabytes} MB. Import it on the server: npx heed import <file> --workspace <slug>`,
          )
        }
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  )
  if (await isZipFile(path)) await placeZip(folder, path, name)
  await writeFile(join(folder, 'name'), basename(name))
}

async function placeZip(folder: string, path: string, name: string): Promise<void> {
  const zip = join(folder, archiveName)
  await rename(path, zip)
  if (!(await isPackedExport(zip, basename(name)))) return
  await unpackExport(zip, (await stat(zip)).size, folder)
  await rm(zip)
}

const archiveName = 'archive.zip'

/** Returns the path of a stored archive of Heed; null if the import has another file, or none on this machine. */
export async function storedArchive(dataDir: string, importId: string): Promise<string | null> {
  const path = join(importFolder(dataDir, importId), archiveName)
  const found = await stat(path).catch(() => null)
  return found === null ? null : path
}

/** Returns only the extension of the name, which distinguishes CSV from JSON. */
const storedName = (name: string): string =>
  `file${/\.(csv|tsv|txt|json|ndjson|jsonl)$/i.exec(name)?.[0].toLowerCase() ?? '.csv'}`

/** Returns the stored files of an import with their original names; null if they are not on this machine. */
export async function storedFiles(
  dataDir: string,
  importId: string,
): Promise<{ paths: string[]; names: string[] } | null> {
  const folder = importFolder(dataDir, importId)
  const entries = await readdir(folder).catch(() => [])
  const stored = entries
    .filter((entry) => /^[a-z0-9_-]+\.(csv|tsv|txt|json|ndjson|jsonl)$/.test(entry) && entry !== 'preview.json')
    .sort()
  if (stored.length === 0) return null
  const name = await readFile(join(folder, 'name'), 'utf8').catch(() => '')
  return {
    paths: stored.map((entry) => join(folder, entry)),
    names: stored.length === 1 && stored[0]!.startsWith('file.') && name !== '' ? [name] : stored,
  }
}

export const removeFolder = (dataDir: string, importId: string): Promise<void> =>
  rm(importFolder(dataDir, importId), { recursive: true, force: true })

// Drafts are deleted after seven days (housekeeping/delete-expired.ts).
const maxAgeDays = 8

/** Removes files without an import: those of expired drafts, and of abandoned downloads. */
export async function removeAbandonedImports(dataDir: string, now: string): Promise<void> {
  const parent = join(dataDir, 'imports')
  for (const name of await readdir(parent).catch(() => [])) {
    const found = await stat(join(parent, name)).catch(() => null)
    const age = Date.parse(now) - (found?.mtimeMs ?? Date.parse(now))
    if (age > maxAgeDays * 86_400_000) await rm(join(parent, name), { recursive: true, force: true })
  }
}

/** Reads or stores what a draft's page shows about its file, because reading a large file takes seconds. */
export async function cachedPreview<T>(
  dataDir: string,
  importId: string,
  key: string,
  compute: () => Promise<T>,
): Promise<T> {
  const path = join(importFolder(dataDir, importId), 'preview.json')
  const cached = await readFile(path, 'utf8').then(JSON.parse, () => null)
  if (cached?.key === key) return cached.value as T
  const value = await compute()
  // Written under another name and renamed, so that a page never reads an incomplete file.
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, JSON.stringify({ key, value }))
  await rename(temporary, path)
  return value
}
