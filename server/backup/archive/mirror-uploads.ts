import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyFileHashed, ignoreIfPresent, listFolder, nullIfMissing, syncFolder, writeSynced } from '../copy.ts'
import { appendChecksum, checksumsName, readChecksums } from './mirror-checksums.ts'

/**
 * Copies new uploaded files into the archive, and removes those that were deleted before the oldest time that can be
 * restored. A file never changes after it was written.
 * @param keepSince epoch milliseconds
 */
export async function mirrorUploads(
  source: string,
  mirror: string,
  { now, keepSince, signal }: { now: number; keepSince: number; signal: AbortSignal },
): Promise<void> {
  const present = await listUploads(source)
  const mirrored = await listUploads(mirror)
  const checksums = await readChecksums(mirror)
  for (const path of present) {
    if (signal.aborted) return
    // A file without a checksum was mirrored just before a crash, or by an earlier version.
    if (mirrored.has(path) && checksums.has(path)) continue
    const [workspace] = path.split('/') as [string]
    // Without its parents: an archive that is no longer mounted must not be created again in its empty mount point.
    await mkdir(join(mirror, workspace), { mode: 0o700 }).catch(ignoreIfPresent)
    const draft = join(mirror, `${path}.part`)
    await rm(draft, { force: true })
    const copied = await copyFileHashed(join(source, path), draft, { signal })
    if (copied === null) continue
    await rename(draft, join(mirror, path))
    await syncFolder(join(mirror, workspace))
    await appendChecksum(mirror, { path, sha256: copied.sha256 })
  }
  await removeDeleted(mirror, mirrored.difference(present), { now, keepSince })
}

// In the mirror, next to the folders of workspaces.
const deletedName = 'deleted.json'

/** Returns whether a file of the mirror is not an upload, but a list of deleted files or checksums, or incomplete. */
export const isOfMirror = (path: string): boolean =>
  path.startsWith(deletedName) || path === checksumsName || path.endsWith('.part')

/** Removes mirrored files whose originals were deleted before the oldest time that can be restored. */
async function removeDeleted(
  mirror: string,
  gone: Set<string>,
  { now, keepSince }: { now: number; keepSince: number },
): Promise<void> {
  const path = join(mirror, deletedName)
  const stored = (await readFile(path, 'utf8').catch(nullIfMissing)) ?? '{}'
  const noticed = JSON.parse(stored) as Record<string, number>
  const next: Record<string, number> = {}
  for (const file of gone) {
    const since = noticed[file] ?? now
    if (since < keepSince) {
      await appendChecksum(mirror, { path: file, sha256: null })
      await rm(join(mirror, file), { force: true })
    } else next[file] = since
  }
  const text = JSON.stringify(next)
  if (text === stored) return
  await rm(`${path}.unfinished`, { force: true })
  await writeSynced(`${path}.unfinished`, text)
  await rename(`${path}.unfinished`, path)
}

/** Lists complete files, such as `workspace/file`. */
export async function listUploads(folder: string): Promise<Set<string>> {
  const paths = new Set<string>()
  for (const { name: workspace } of await listFolder(folder)) {
    for (const { name } of await listFolder(join(folder, workspace))) {
      if (!name.endsWith('.part')) paths.add(`${workspace}/${name}`)
    }
  }
  return paths
}
