import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { listFolder, syncFolder } from '../copy.ts'

// Hidden, so that it is listed neither as a series nor as a backup.
const removedName = /^\..+\.removed$/

/**
 * Renames a folder before removing what it contains. If the process is killed meanwhile, nobody mistakes the remains for
 * a series or a backup, and the next removal recognizes them.
 */
export async function removeWhole(folder: string): Promise<void> {
  const removed = join(dirname(folder), `.${basename(folder)}.removed`)
  await rename(folder, removed)
  await syncFolder(dirname(folder))
  await rm(removed, { recursive: true, force: true })
}

/** Removes what is left of folders whose removal was killed. */
export async function finishRemovals(parent: string): Promise<void> {
  for (const { name } of await listFolder(parent)) {
    if (removedName.test(name)) await rm(join(parent, name), { recursive: true, force: true })
  }
}
