import { constants, type ReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './store.ts'

/** Stores files in the folder `files` of the data directory. */
export function createDiskStore(dataDir: string): FileStore {
  const folder = join(dataDir, 'files')
  const pathOf = (key: string) => join(folder, key)
  return {
    async put(key, source) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const unfinished = `${path}.part`
      await copyFile(source, unfinished, constants.COPYFILE_FICLONE)
      await syncToDisk(unfinished)
      await rename(unfinished, path)
      // The name in the folder is part of what must survive a crash.
      await syncToDisk(dirname(path))
      await syncToDisk(folder)
    },
    async open(key, range) {
      const file = await open(pathOf(key)).catch(nullIfMissing)
      return file === null ? null : (file.createReadStream({ ...range }) as ReadStream)
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
      // A process that died while it wrote has left this.
      await rm(`${pathOf(key)}.part`, { force: true })
    },
    // Every file needs a new folder or has one, so there is nothing that could be missing.
    async check() {},
    async close() {},
  }
}

async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
