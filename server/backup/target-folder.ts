import { lchown, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { restoringFolder } from '../platform/db/embedded/interrupted-restore.ts'
import { stopOrphanedServer } from '../platform/db/embedded/orphaned-server.ts'
import type { OsAccount } from '../platform/db/embedded/os-account.ts'
import { listFolder, nullIfMissing, syncFolder, writeSynced } from './copy.ts'
import { BackupError } from './manifest.ts'

// A file in the draft folder, written once the draft is complete. It lists the names to move into the data folder.
const movingName = 'moving.json'

/**
 * Rejects a data folder that contains anything except the remains of an interrupted restore.
 * @throws {BackupError}
 */
export async function assertEmpty(dataDir: string): Promise<void> {
  const names = (await listFolder(dataDir)).map(({ name }) => name)
  if (names.includes(restoringFolder) && names.includes('postgres')) {
    throw new BackupError(`An earlier restore into ${dataDir} is complete. Start Heed with it, or choose a new folder.`)
  }
  const moved = await readMovedNames(dataDir)
  const ours = new Set([...moved, restoringFolder, 'heed.lock'])
  if (names.some((name) => !ours.has(name))) {
    throw new BackupError(`${dataDir} is not empty. Restore into a new folder, and move it into place afterwards.`)
  }
}

/** Removes the remains of an interrupted restore, and stops its database. */
export async function removeInterrupted(dataDir: string): Promise<void> {
  for (const name of await readMovedNames(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true })
  const draft = join(dataDir, restoringFolder)
  await stopOrphanedServer(join(draft, 'postgres')).catch(nullIfMissing)
  await rm(draft, { recursive: true, force: true })
}

async function readMovedNames(dataDir: string): Promise<string[]> {
  const text = await readFile(join(dataDir, restoringFolder, movingName), 'utf8').catch(nullIfMissing)
  return text === null ? [] : (JSON.parse(text) as string[])
}

/** Moves everything into the data folder, the database last: a data folder with a database is complete. */
export async function moveInto(draft: string, dataDir: string): Promise<void> {
  const names = (await listFolder(draft)).map(({ name }) => name).filter((name) => name !== 'heed.lock')
  await writeSynced(join(draft, `${movingName}.unfinished`), JSON.stringify(names))
  await rename(join(draft, `${movingName}.unfinished`), join(draft, movingName))
  for (const name of names.sort((a, b) => Number(a === 'postgres') - Number(b === 'postgres'))) {
    await rename(join(draft, name), join(dataDir, name))
  }
  await syncFolder(dataDir)
  await rm(draft, { recursive: true, force: true })
}

/** Returns the account that owns the data folder if this process is root and the account is another one. */
export async function ownerOf(dataDir: string): Promise<OsAccount | null> {
  if (process.getuid?.() !== 0) return null
  const { uid, gid } = await stat(dataDir)
  return uid === 0 ? null : { uid, gid }
}

/**
 * Makes this account the owner of a folder and its contents. Does not follow links, which the account may have created.
 */
export async function ownTree(folder: string, account: OsAccount | null): Promise<void> {
  if (account === null) return
  await lchown(folder, account.uid, account.gid)
  for (const entry of await listFolder(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await ownTree(path, account)
    else await lchown(path, account.uid, account.gid)
  }
}
