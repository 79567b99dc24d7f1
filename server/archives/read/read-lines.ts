import { createHash } from 'node:crypto'
import type { ArchivedFile } from '../format.ts'
import type { OpenedZip } from './open-zip.ts'
import { refuseArchive } from './refuse.ts'

export interface Line {
  /** From 1. */
  number: number
  text: string
}

// The snapshot of a merged request contains all of its votes, about 100 bytes each.
const maxLineBytes = 64_000_000

/** Reads the records of a file, in batches as they arrive. @throws 400 if it is damaged */
export async function* readLines(zip: OpenedZip, name: string): AsyncGenerator<Line[]> {
  let rest: Buffer[] = []
  let restBytes = 0
  let number = 0
  for await (const chunk of readChunks(zip, name)) {
    const end = chunk.lastIndexOf(10)
    if (end < 0) {
      rest.push(chunk)
      restBytes += chunk.length
      if (restBytes > maxLineBytes) throw refuseArchive(`line ${number + 1} of ${name} is too long.`)
      continue
    }
    const lines = Buffer.concat([...rest, chunk.subarray(0, end)])
      .toString('utf8')
      .split('\n')
    const tail = chunk.subarray(end + 1)
    rest = tail.length === 0 ? [] : [tail]
    restBytes = tail.length
    yield lines.map((text) => {
      number += 1
      return { number, text }
    })
  }
  if (restBytes > 0) throw refuseArchive(`${name} ends in the middle of a line.`)
}

async function* readChunks(zip: OpenedZip, name: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of await zip.read(name)) yield chunk as Buffer
  } catch (error) {
    throw refuseArchive(`${name} is damaged (${(error as Error).message}).`)
  }
}

/**
 * Reads all lines of a file and verifies the number of rows and the hash in the manifest. Passes each batch to
 * `onLines`. @throws 400
 */
export async function verifyRecords(
  zip: OpenedZip,
  { name, rows, sha256 }: ArchivedFile,
  onLines: (lines: Line[]) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256')
  let count = 0
  for await (const lines of readLines(zip, name)) {
    hash.update(`${lines.map(({ text }) => text).join('\n')}\n`)
    count += lines.length
    if (count > rows) break
    await onLines(lines)
  }
  if (count !== rows) throw refuseArchive(`${name} has a different number of lines than manifest.json says.`)
  if (hash.digest('hex') !== sha256) throw refuseArchive(`${name} is damaged: its checksum is wrong.`)
}

/** Reads the contents of an uploaded file and returns their hash. @throws 400 */
export async function hashContents(zip: OpenedZip, name: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of readChunks(zip, name)) hash.update(chunk)
  return hash.digest('hex')
}
