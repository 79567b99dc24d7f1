import type { Readable } from 'node:stream'
import type { Entry } from 'yauzl'
import { contentsName, manifestName, recordsName } from '../format.ts'
import { archivedTables } from '../tables/list.ts'
import { refuseArchive } from './refuse.ts'

/** An archive whose entries all belong to the format. Their contents are not verified yet. */
export interface OpenedZip {
  has(name: string): boolean
  names(): Iterable<string>
  /** Reads the contents of an entry. The stream fails if their length differs from the declared size. */
  read(name: string): Promise<Readable>
  close(): void
}

// Text compresses to about a tenth, and at most to a thousandth. The limit keeps an archive of a few megabytes from
// expanding to terabytes. Sizes below the minimum are harmless.
const maxRatio = 200
const minLimitBytes = 10_000_000
// Each entry takes about a kilobyte of memory.
const maxEntries = 200_000

const recordsNames = new Set(archivedTables.map(({ name }) => recordsName(name)))
const contentsPattern = new RegExp(`^${contentsName('[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}')}$`)

const belongs = (name: string): boolean => name === manifestName || recordsNames.has(name) || contentsPattern.test(name)

/**
 * Opens a zip file and checks every entry of its directory before any is read: names that the format does not know, which
 * includes absolute paths and those with `..`, links, names that appear twice, and sizes out of proportion.
 * @throws 400
 */
export async function openZip(path: string, fileBytes: number): Promise<OpenedZip> {
  // Loaded with the first archive.
  const { default: yauzl } = await import('yauzl')
  const zip = await yauzl
    .openPromise(path, { autoClose: false, strictFileNames: true, validateEntrySizes: true })
    .catch((error: Error) => {
      throw refuseArchive(`it is not a complete zip file (${error.message}).`)
    })
  try {
    if (zip.entryCount > maxEntries) throw refuseArchive(`it has more than ${maxEntries} entries.`)
    const entries = new Map<string, Entry>()
    let bytes = 0
    for await (const entry of eachEntry(zip)) {
      checkEntry(entry)
      if (entries.has(entry.fileName)) throw refuseArchive(`it has two entries named ${quote(entry.fileName)}.`)
      bytes += entry.uncompressedSize
      if (bytes > Math.max(minLimitBytes, fileBytes * maxRatio)) {
        throw refuseArchive('its contents are out of proportion to its size.')
      }
      entries.set(entry.fileName, entry)
    }
    return {
      has: (name) => entries.has(name),
      names: () => entries.keys(),
      read: (name) => zip.openReadStreamPromise(entries.get(name)!),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function* eachEntry(zip: { eachEntry(): AsyncIterable<Entry> }): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry()
  } catch (error) {
    // The directory is damaged, or a name contains path traversal.
    throw refuseArchive(`its directory is not valid (${(error as Error).message}).`)
  }
}

const fileTypeMask = 0o170000
const regularFile = 0o100000
const deflated = 8

function checkEntry(entry: Entry): void {
  const { fileName, externalFileAttributes, compressionMethod } = entry
  if (!belongs(fileName)) throw refuseArchive(`it has an entry that does not belong in it: ${quote(fileName)}.`)
  // The upper half is the mode of a file in Unix, which is 0 for archives from other systems.
  const fileType = (externalFileAttributes >>> 16) & fileTypeMask
  if (fileType !== 0 && fileType !== regularFile) throw refuseArchive(`${fileName} is a link, not a file.`)
  if (entry.isEncrypted()) throw refuseArchive(`${fileName} is encrypted.`)
  if (compressionMethod !== 0 && compressionMethod !== deflated) {
    throw refuseArchive(`${fileName} uses an unknown compression method.`)
  }
}

/** Quotes a name from the archive for a message: without control characters, and truncated. */
const quote = (name: string): string => JSON.stringify(name.replaceAll(/\p{C}/gu, '?').slice(0, 200))
