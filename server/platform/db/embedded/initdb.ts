import { chown, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { OsAccount } from './os-account.ts'
import { dataDirArgument, readLogTail, spawnProgram } from './spawn.ts'

// Character types, which decide how letters change case. Linux has the first, macOS the second. With the last, search
// is case-sensitive for letters beyond ASCII.
const ctypes = ['C.UTF-8', 'en_US.UTF-8', 'C']

const draftPrefix = 'postgres.new-'

/**
 * Returns whether there is no database yet, that is, whether the folder is missing or empty.
 * @throws if the folder cannot be read, or contains other files, which Heed must not remove.
 */
export async function needsInitdb(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.includes('PG_VERSION')) return false
  if (names.length === 0) return true
  throw new Error(`${folder} contains files but no database. Restore it from a backup, or move it away.`)
}

/** Creates the database folder under a temporary name first, so that a killed first start leaves no partial folder. */
export async function initializeCluster(
  dataDir: string,
  folder: string,
  binaries: Binaries,
  account: OsAccount | null,
  logPath: string,
): Promise<void> {
  await removeDrafts(dataDir)
  for (const ctype of ctypes) {
    // The name is unique, because the initdb of a killed start may still be running in another folder.
    const draft = await mkdtemp(join(dataDir, draftPrefix))
    if (account) await chown(draft, account.uid, account.gid)
    if (await runInitdb(draft, ctype, binaries, account, logPath)) return rename(draft, folder)
    await rm(draft, { recursive: true, force: true })
  }
  throw new Error(`PostgreSQL could not create its data directory:\n${await readLogTail(logPath)}`)
}

/** Removes the folders of killed first starts. One that is still being written to may remain, which does no harm. */
async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(draftPrefix)) continue
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  }
}

async function runInitdb(
  folder: string,
  ctype: string,
  { initdb }: Binaries,
  account: OsAccount | null,
  logPath: string,
): Promise<boolean> {
  // The builtin locale sorts by code point and changes the case of all scripts, in the same way on every system.
  const args = ['-D', dataDirArgument(folder, account), '-U', 'heed', '-A', 'trust', '-E', 'UTF8', '--no-instructions']
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`)
  const { child, ended } = await spawnProgram({ folder, file: initdb, args, account, logPath })
  const reason = await ended
  if (reason) throw reason
  return child.exitCode === 0
}
