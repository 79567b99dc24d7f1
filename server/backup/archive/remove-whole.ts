import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { listFolder, syncFolder } from '../copy.ts'

// A hidden name, so that the folder is listed neither as a series nor as a backup.
const removedName = /^\..+\.removed$/

/**
 * Renames a folder before removing its contents. If the process is killed during the removal, the remains are not
 * mistaken for a series or a backup, and the next removal deletes them.
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
