import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isServedElsewhere } from './orphaned-server.ts'
import { readStartTime } from './processes.ts'

/** The process that uses a data folder: one server, or one command while no server runs. */
export interface LockOwner {
  pid: number
  /** See `readStartTime`. */
  started: string
  role: 'server' | 'command'
  /** The command that was run, for messages. */
  title: string
  socketDir: string
  /** The URL of the server, once it listens. */
  address?: string
  /** Whether the process is in another container, where its id means something else. */
  isElsewhere?: boolean
}

export interface DataDirLock {
  /** Adds the URL of this server to the lock file, where commands read it. */
  publishAddress(address: string): Promise<void>
  release(): Promise<void>
}

/**
 * Locks the data folder for this process, or returns the process that holds the lock. Takes over the lock of a process
 * that no longer exists (`kill -9`), unless its database is running in another container. If two processes do so at the
 * same time, PostgreSQL's own lock still lets only one database start.
 */
export async function acquireDataDirLock(
  dataDir: string,
  claim: Pick<LockOwner, 'role' | 'title' | 'socketDir'>,
): Promise<DataDirLock | LockOwner> {
  const path = join(dataDir, 'heed.lock')
  const self = { pid: process.pid, started: await readStartTime(process.pid), ...claim }
  const mine = JSON.stringify(self)
  const draft = `${path}.${process.pid}`
  for (;;) {
    await writeFile(draft, mine, { mode: 0o600 })
    const isTaken = await link(draft, path).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
    await unlink(draft)
    if (isTaken) {
      const announce = async (address: string) => {
        await writeFile(draft, JSON.stringify({ ...self, address }), { mode: 0o600 })
        await rename(draft, path)
      }
      return { publishAddress: announce, release: () => unlink(path).catch(() => {}) }
    }

    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (text === null) continue
    const holder = parse(text)
    if (holder && (await readStartTime(holder.pid)) === holder.started) return holder
    const folder = join(dataDir, 'postgres')
    // The other container may have mounted the folder under another path.
    if (holder && (await isServedElsewhere(folder))) return { ...holder, socketDir: folder, isElsewhere: true }
    await removeStaleLock(path, text)
  }
}

const parse = (text: string): LockOwner | null => {
  try {
    return JSON.parse(text) as LockOwner
  } catch {
    return null
  }
}

/** Removes a stale lock, unless another process has replaced it in the meantime. */
async function removeStaleLock(path: string, stale: string): Promise<void> {
  const aside = `${path}.${process.pid}.stale`
  const isMoved = await rename(path, aside).then(
    () => true,
    () => false,
  )
  if (!isMoved) return
  if ((await readFile(aside, 'utf8')) !== stale) await link(aside, path).catch(() => {})
  await unlink(aside)
}
