import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copyFileHashed, forEachAtOnce, type Interruptible, syncFolder } from './copy.ts'
import { BackupError, type Manifest } from './manifest.ts'

interface Options extends Interruptible {
  /** Whether to leave out the file with this path, relative to the folder. */
  skip?(path: string): boolean
}

/**
 * Copies the files that a backup lists in one of its folders, and no others. Compares the copies with the list, to
 * detect files that changed after the backup was verified.
 * @throws {BackupError} if a file is missing or changed
 */
export async function copyListed(
  { backup, files }: { backup: string } & Pick<Manifest, 'files'>,
  folder: string,
  target: string,
  { skip = () => false, ...options }: Options = {},
): Promise<void> {
  const made = new Set<string>([target])
  await mkdir(target, { recursive: true, mode: 0o700 })
  await forEachAtOnce(files, async ({ path, sha256 }) => {
    if (!path.startsWith(`${folder}/`)) return
    const relative = path.slice(folder.length + 1)
    if (skip(relative)) return
    const copy = join(target, relative)
    if (!made.has(dirname(copy))) await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
    made.add(dirname(copy))
    const copied = await copyFileHashed(join(backup, path), copy, options)
    if (copied?.sha256 !== sha256) throw new BackupError(`${join(backup, path)} was changed during the restore.`)
  })
  for (const each of made) await syncFolder(each)
}
