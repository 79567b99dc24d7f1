import { createHash } from 'node:crypto'
import type { WriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import type { ZipFile } from 'yazl'
import { type FileStore, storageKey } from '../../files/store/store.ts'
import type { SessionSource } from '../../platform/db/sessions/sessions.ts'
import { type ArchivedFile, contentsName, formatVersion, type Manifest, manifestName, recordsName } from '../format.ts'
import { archivedTables } from '../tables/list.ts'
import { type Snapshot, withSnapshot } from './snapshot.ts'

export interface ArchiveInput {
  database: SessionSource
  store: FileStore
  workspaceId: string
  /** The file to write. It must not exist. */
  path: string
  exportedAt: string
  signal?: AbortSignal | undefined
  /** How long to pause after each batch, as a multiple of its duration. Default: 0. */
  rest?: number | undefined
  /** Called after each batch of records. */
  onProgress?: ((done: number, total: number) => void) | undefined
}

export interface ArchiveSummary {
  /** The number of records in each file. */
  counts: Record<string, number>
  bytes: number
  /** The number of uploaded files whose contents are missing from the store. */
  missingFiles: number
}

/**
 * Writes the archive of a workspace from one snapshot, batch by batch, so that memory does not grow with the workspace.
 * If it fails, no file is left.
 */
export async function writeArchive(input: ArchiveInput): Promise<ArchiveSummary> {
  // Fails if the file exists, which then stays as it is.
  const file = await open(input.path, 'wx', 0o600)
  try {
    const summary = await withSnapshot(input.database, input.workspaceId, (snapshot) =>
      writeZip(snapshot, file.createWriteStream(), input),
    )
    return { ...summary, bytes: (await stat(input.path)).size }
  } catch (error) {
    await file.close().catch(() => {})
    await rm(input.path, { force: true })
    throw error
  }
}

async function writeZip(
  snapshot: Snapshot,
  output: WriteStream,
  input: ArchiveInput,
): Promise<Omit<ArchiveSummary, 'bytes'>> {
  const { workspaceId, store, exportedAt, onProgress, rest = 0, signal } = input
  // Loaded with the first archive.
  const { ZipFile } = (await import('yazl')).default
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, output, ...(signal === undefined ? [] : [{ signal }]))
  // Awaited with each entry and at the end.
  written.catch(() => {})
  const entries = createEntries(zip, written, exportedAt)
  const total = await countAll(snapshot)
  let done = 0
  const files: ArchivedFile[] = []
  let missingFiles = 0
  try {
    for (const table of archivedTables) {
      const batches = rested(snapshot.readRecords(table), rest)
      const source =
        table.table === 'files'
          ? await addContents(batches, async (id) => {
              const contents = await store.open(storageKey(workspaceId, id))
              if (contents === null) missingFiles += 1
              return contents === null ? null : entries.addContents(id, contents)
            })
          : batches
      files.push(
        await entries.addRecords(recordsName(table.name), source, (rows) => {
          done += rows
          onProgress?.(done, total)
        }),
      )
    }
    const manifest: Manifest = { formatVersion, exportedAt, workspace: await snapshot.readManifestFacts(), files }
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), manifestName, { mtime: new Date(exportedAt) })
    zip.end()
    await written
  } catch (error) {
    output.destroy()
    await written.catch(() => {})
    throw error
  }
  return {
    counts: Object.fromEntries(files.map(({ name, rows }) => [name.replace('.ndjson', ''), rows])),
    missingFiles,
  }
}

async function countAll(snapshot: Snapshot): Promise<number> {
  let total = 0
  for (const table of archivedTables) total += await snapshot.countRecords(table)
  return total
}

type Batches = AsyncIterable<string[]> | Iterable<string[]>

interface Entries {
  addRecords(name: string, batches: Batches, onRows: (rows: number) => void): Promise<ArchivedFile>
  /** @returns the hash of the contents */
  addContents(id: string, contents: Readable): Promise<string>
}

/** Adds entries one after another, each as fast as the output takes it. */
function createEntries(zip: ZipFile, written: Promise<void>, exportedAt: string): Entries {
  const mtime = new Date(exportedAt)
  const add = async (name: string, source: Readable, options: { compress: boolean }) => {
    zip.addReadStream(source, name, { mtime, mode: 0o100644, ...options })
    // The source only ends if the output is read.
    await Promise.race([finished(source), written])
  }
  return {
    async addRecords(name, batches, onRows) {
      const hash = createHash('sha256')
      let rows = 0
      await add(
        name,
        Readable.from(
          toChunks(batches, (chunk, count) => {
            hash.update(chunk)
            rows += count
            onRows(count)
          }),
          { objectMode: false },
        ),
        { compress: true },
      )
      return { name, rows, sha256: hash.digest('hex') }
    },
    async addContents(id, contents) {
      const hash = createHash('sha256')
      // Uploads are images and documents that are compressed already.
      await add(
        contentsName(id),
        Readable.from(
          (async function* () {
            for await (const chunk of contents as AsyncIterable<Buffer>) {
              hash.update(chunk)
              yield chunk
            }
          })(),
          { objectMode: false },
        ),
        { compress: false },
      )
      return hash.digest('hex')
    },
  }
}

/** Pauses after each batch, so that a server that also answers requests has processor time for them. */
async function* rested<T>(batches: AsyncIterable<T>, rest: number): AsyncGenerator<T> {
  let begin = performance.now()
  for await (const batch of batches) {
    yield batch
    if (rest > 0) await setTimeout((performance.now() - begin) * rest)
    begin = performance.now()
  }
}

async function* toChunks(batches: Batches, onChunk: (chunk: Buffer, rows: number) => void): AsyncGenerator<Buffer> {
  for await (const lines of batches) {
    const chunk = Buffer.from(`${lines.join('\n')}\n`)
    onChunk(chunk, lines.length)
    yield chunk
  }
}

/**
 * Adds the contents of each uploaded file, and their hash to its record; null for contents that are missing from the
 * store. The records are written after the contents, so they are kept in memory: about 300 bytes for each file.
 */
async function addContents(
  batches: AsyncIterable<string[]>,
  add: (id: string) => Promise<string | null>,
): Promise<string[][]> {
  const records: string[][] = []
  for await (const lines of batches) {
    const completed: string[] = []
    for (const line of lines) {
      const record = JSON.parse(line) as { id: string }
      completed.push(JSON.stringify({ ...record, sha256: await add(record.id) }))
    }
    records.push(completed)
  }
  return records
}
