import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { to as copyTo } from 'pg-copy-streams'
import type { Database } from '../../platform/db/database.ts'
import { isDistributed } from '../../platform/db/distribution/inspect.ts'
import { hashFile, type Interruptible, syncFolder, writeSynced } from '../copy.ts'
import { BackupError, type BackupFile } from '../manifest.ts'
import { connectForCopy } from './connect.ts'
import { listSequences, listTables, type TableContents } from './tables.ts'

/**
 * Copies the rows of every table from one snapshot (`repeatable read`), so that they are consistent. Only needs
 * permission to read the tables, and no client programs.
 * @param folder a folder that does not exist
 * @throws {BackupError} for a distributed database, whose nodes have no common snapshot
 */
export async function backUpTables(
  database: Pick<Database, 'target'>,
  folder: string,
  { signal }: Interruptible = {},
): Promise<{ takenAt: string; files: BackupFile[] }> {
  await mkdir(folder, { mode: 0o700 })
  const client = await connectForCopy(database)
  try {
    if (await isDistributed(client)) {
      throw new BackupError(
        'A distributed database cannot be backed up with this command, because its nodes have no common snapshot. Back up ' +
          'each node with the tools of PostgreSQL and Citus (docs/operations/backup.md).',
      )
    }
    await client.query('begin isolation level repeatable read, read only')
    // The first statement takes the snapshot. Everything that was committed before it is visible.
    const { rows } = await client.query<{ now: Date }>('select transaction_timestamp() as now')
    const takenAt = rows[0]!.now.toISOString()
    const contents: TableContents = { tables: await listTables(client), sequences: await listSequences(client) }
    const files: BackupFile[] = []
    for (const { name, columns } of contents.tables) {
      signal?.throwIfAborted()
      const path = `${name}.copy.gz`
      const rows = client.query(copyTo(`copy ${quoteName(name)} (${columns.map(quote).join(', ')}) to stdout`))
      files.push({ path, ...(await writeCompressed(rows, join(folder, path), signal)) })
    }
    await client.query('commit')
    await writeSynced(join(folder, 'contents.json'), JSON.stringify(contents))
    files.push({ path: 'contents.json', ...(await hashFile(join(folder, 'contents.json')))! })
    await syncFolder(folder)
    return { takenAt, files }
  } finally {
    await client.end()
  }
}

async function writeCompressed(
  rows: NodeJS.ReadableStream,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Omit<BackupFile, 'path'>> {
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  // Level 1 is four times faster than the default, for files that are a fifth larger.
  await pipeline(rows, createGzip({ level: 1 }), measure, file.createWriteStream({ flush: true }), { signal })
  return { bytes, sha256: hash.digest('hex') }
}

const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

/** Quotes `schema.table`. */
export const quoteName = (name: string): string => name.split('.').map(quote).join('.')
