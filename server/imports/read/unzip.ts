import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Entry, ZipFile } from 'yauzl'
import { manifestName } from '../../archives/format.ts'
import { invalidState, Problem } from '../../platform/problems.ts'

/** An export of another product that is packed into a zip file, as Fider and Quackback write them. */

// Products export a table or two per resource.
const maxEntries = 2_000
// Text compresses to about a tenth. Sizes below the minimum are harmless, and larger exports must be unpacked first.
const maxRatio = 200
const minLimitBytes = 10_000_000
const maxBytes = 4_000_000_000

const extensions = new Set(['.csv', '.tsv', '.txt', '.json', '.ndjson', '.jsonl'])

/**
 * Returns whether a zip file is an export of another product. Otherwise, it is an archive of Heed, or refused as one.
 * @throws 400 for an Excel workbook
 */
export async function isPackedExport(path: string, name: string): Promise<boolean> {
  const names = await readNames(path)
  if (names === null) return false
  if (names.includes('[Content_Types].xml')) throw invalidState(`${name} is an Excel workbook. Save it as CSV (UTF-8).`)
  const tables = names.filter((each) => each !== manifestName && isTable(each))
  return tables.some((each) => extname(each) !== '.ndjson') || (tables.length > 0 && !names.includes(manifestName))
}

/** Returns the names of all entries; null if it is not a complete zip file. */
async function readNames(path: string): Promise<string[] | null> {
  const zip = await openZipFile(path)
  if (zip === null) return null
  try {
    const names: string[] = []
    for await (const { fileName } of zip.eachEntry()) {
      names.push(fileName)
      if (names.length > maxEntries) return null
    }
    return names
  } catch {
    // The reader of archives reports what is wrong with it.
    return null
  } finally {
    zip.close()
  }
}

const openZipFile = async (path: string): Promise<ZipFile | null> => {
  const { default: yauzl } = await import('yauzl')
  return yauzl
    .openPromise(path, { autoClose: false, strictFileNames: true, validateEntrySizes: true })
    .catch(() => null)
}

/** Returns whether an entry is a table, rather than a folder or a file that a system adds to zip files. */
const isTable = (name: string): boolean =>
  extensions.has(extname(name).toLowerCase()) && !name.startsWith('__MACOSX/') && !basename(name).startsWith('.')

/**
 * Unpacks the tables of an export into a folder, under names that Heed chooses and that show what each table is. Other
 * entries, such as images, are not unpacked. @returns the paths
 * @throws 400 for an archive that is damaged, encrypted, has links, or becomes too large
 */
export async function unpackExport(path: string, fileBytes: number, folder: string): Promise<string[]> {
  const zip = await openZipFile(path)
  if (zip === null) throw refuse('it is not a complete zip file')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) if (isTable(entry.fileName)) entries.push(entry)
    checkEntries(entries, fileBytes)
    const paths: string[] = []
    for (const entry of entries) {
      const target = join(folder, tableName(entry.fileName))
      if (paths.includes(target)) throw refuse(`it has two files named ${basename(target)}`)
      // `validateEntrySizes` stops an entry that has more bytes than it claims.
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'wx', mode: 0o600 }))
      paths.push(target)
    }
    return paths.sort()
  } catch (error) {
    throw error instanceof Problem ? error : refuse((error as Error).message)
  } finally {
    zip.close()
  }
}

const fileTypeMask = 0o170000
const regularFile = 0o100000

function checkEntries(entries: Entry[], fileBytes: number): void {
  let bytes = 0
  for (const entry of entries) {
    const type = (entry.externalFileAttributes >>> 16) & fileTypeMask
    if (type !== 0 && type !== regularFile) throw refuse('it has a link')
    if (entry.isEncrypted()) throw refuse('it is encrypted')
    bytes += entry.uncompressedSize
    if (bytes > Math.min(maxBytes, Math.max(minLimitBytes, fileBytes * maxRatio)))
      throw refuse('its contents are out of proportion to its size')
  }
}

const tableName = (name: string): string => {
  const extension = extname(name).toLowerCase()
  const base = basename(name, extname(name))
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .slice(0, 60)
  // Drafts have a file of this name for their page.
  return `${base === 'preview' ? 'preview_' : base || 'table'}${extension}`
}

const refuse = (reason: string): Problem => invalidState(`This zip file cannot be imported: ${reason}.`)
