import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nullIfMissing } from '../copy.ts'

/**
 * The checksums of mirrored uploads: one line of JSON for each file that was added or removed, so that adding a file is
 * cheap regardless of their number.
 */
export const checksumsName = 'checksums.ndjson'

interface Line {
  path: string
  /** Null if the file was removed. */
  sha256: string | null
}

/** Returns the checksums of the files of a mirror. A line that was not completed before a crash is left out. */
export async function readChecksums(mirror: string): Promise<Map<string, string>> {
  const checksums = new Map<string, string>()
  for (const line of (await readLines(mirror)).map(parse)) {
    if (line === null) continue
    if (line.sha256 === null) checksums.delete(line.path)
    else checksums.set(line.path, line.sha256)
  }
  return checksums
}

const readLines = async (mirror: string): Promise<string[]> =>
  ((await readFile(join(mirror, checksumsName), 'utf8').catch(nullIfMissing)) ?? '').split('\n')

/** Returns whether a line has been changed. A line that a crash truncated is incomplete instead. */
export const hasDamagedLine = async (mirror: string): Promise<boolean> =>
  (await readLines(mirror)).some((line) => line.endsWith('}') && parse(line) === null)

function parse(text: string): Line | null {
  if (text === '') return null
  try {
    return JSON.parse(text) as Line
  } catch {
    return null
  }
}

/** Adds a line, and waits until it is on disk. It begins on a new line even if the last one is incomplete. */
export async function appendChecksum(mirror: string, line: Line): Promise<void> {
  const file = await open(join(mirror, checksumsName), 'a', 0o600)
  try {
    await file.writeFile(`\n${JSON.stringify(line)}`)
    await file.sync()
  } finally {
    await file.close()
  }
}
