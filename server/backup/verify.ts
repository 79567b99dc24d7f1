import { join } from 'node:path'
import { seriesAround } from './archive/find-backup.ts'
import { verifyMirror } from './archive/verify-mirror.ts'
import { forEachAtOnce, hashFile, type Interruptible } from './copy.ts'
import { type BackupFile, type Manifest, readManifest } from './manifest.ts'

/**
 * Compares every file of a backup with its size and checksum in `backup.json`, and the uploads that the archive mirrors
 * with theirs.
 * @returns what is wrong, one sentence each
 * @throws {BackupError} if the folder is not a backup
 */
export async function verifyBackup(
  folder: string,
  options: Interruptible = {},
): Promise<{ manifest: Manifest; problems: string[] }> {
  const manifest = await readManifest(folder)
  const problems: string[] = []
  await forEachAtOnce(manifest.files, async (file) => {
    options.signal?.throwIfAborted()
    const found = await hashFile(join(folder, file.path), options).catch((error: Error) => error)
    options.signal?.throwIfAborted()
    const problem = compare(file, found)
    if (problem !== null) problems.push(problem)
  })
  problems.sort()
  const mirror = manifest.uploads === 'archive' ? ((await seriesAround(folder))?.files ?? null) : null
  if (mirror !== null) problems.push(...(await verifyMirror(mirror, options)))
  return { manifest, problems }
}

function compare({ path, bytes, sha256 }: BackupFile, found: Omit<BackupFile, 'path'> | Error | null): string | null {
  if (found === null) return `${path} is missing.`
  if (found instanceof Error) return `${path} cannot be read: ${found.message}.`
  if (found.bytes !== bytes) return `${path} has ${found.bytes} bytes instead of ${bytes}.`
  if (found.sha256 !== sha256) return `${path} was changed: its checksum does not match.`
  return null
}
