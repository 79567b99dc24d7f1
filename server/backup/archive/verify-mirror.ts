import { join } from 'node:path'
import { forEachAtOnce, hashFile, type Interruptible } from '../copy.ts'
import { checksumsName, hasDamagedLine, readChecksums } from './mirror-checksums.ts'
import { listUploads } from './mirror-uploads.ts'

/**
 * Compares the mirrored uploads with their checksums. An upload without a checksum is acceptable after a crash, because
 * the server copies it again. If the line of its checksum is damaged, the upload cannot be checked.
 * @returns what is wrong, one sentence each
 */
export async function verifyMirror(mirror: string, options: Interruptible = {}): Promise<string[]> {
  const problems: string[] = []
  const checksums = await readChecksums(mirror)
  await forEachAtOnce([...checksums], async ([path, sha256]) => {
    options.signal?.throwIfAborted()
    const file = join(mirror, path)
    const found = await hashFile(file, options).catch((error: Error) => error)
    options.signal?.throwIfAborted()
    if (found === null) problems.push(`${file} is missing.`)
    else if (found instanceof Error) problems.push(`${file} cannot be read: ${found.message}.`)
    else if (found.sha256 !== sha256) problems.push(`${file} was changed: its checksum does not match.`)
  })
  if (await hasDamagedLine(mirror)) {
    for (const path of await listUploads(mirror)) {
      if (checksums.has(path)) continue
      problems.push(`${join(mirror, path)} cannot be checked: its line in ${checksumsName} is damaged.`)
    }
  }
  return problems.sort()
}
