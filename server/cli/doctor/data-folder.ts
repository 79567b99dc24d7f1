import { access, constants, mkdtemp, readFile, rmdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Settings } from '../../platform/settings.ts'
import { createFindings, type Finding } from './finding.ts'

const { ok, warning, problem } = createFindings('data folder')

// PostgreSQL keeps up to 1 GB of write-ahead log by default; below 100 MB it soon stops in the midst of a write.
const lowSpaceBytes = 1_000_000_000
const criticalSpaceBytes = 100_000_000

/** The folder of DATA_DIR: whether it takes files, has room for more, and keeps its secret. */
export async function checkDataFolder({ dataDir, secretKey }: Settings): Promise<Finding[]> {
  const folder = await nearestFolder(dataDir)
  const { bavail, bsize } = await statfs(folder)
  return [
    await (folder === dataDir ? writableFinding(dataDir) : creatableFinding(dataDir, folder)),
    spaceFinding(folder, bavail * bsize),
    ...(secretKey === null ? await secretFindings(join(dataDir, 'secret-key')) : []),
  ]
}

/** The folder itself, or the one in which it would be made. */
async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  return found || dirname(path) === path ? path : nearestFolder(dirname(path))
}

const ownership = 'Give it to the user that Heed runs as, or choose another DATA_DIR.'

/** Tries it, since permissions alone do not tell of read-only file systems and quotas. */
async function writableFinding(dataDir: string): Promise<Finding> {
  try {
    await rmdir(await mkdtemp(join(dataDir, 'doctor-')))
    return ok(`${dataDir} takes files.`)
  } catch (error) {
    return problem(`${dataDir} takes no files: ${(error as Error).message}.`, ownership)
  }
}

const creatableFinding = (dataDir: string, parent: string): Promise<Finding> =>
  access(parent, constants.W_OK).then(
    () => ok(`${dataDir} does not exist yet; the first npm start makes it.`),
    () => problem(`${dataDir} does not exist and cannot be made in ${parent}.`, ownership),
  )

export function spaceFinding(folder: string, freeBytes: number): Finding {
  const message = `${Math.floor(freeBytes / 1e6).toLocaleString('en')} MB are free for ${folder}.`
  const advice = 'Free some space or move DATA_DIR to a larger disk before the database has to stop.'
  if (freeBytes < criticalSpaceBytes) return problem(message, advice)
  return freeBytes < lowSpaceBytes ? warning(message, advice) : ok(message)
}

async function secretFindings(path: string): Promise<Finding[]> {
  const found = await stat(path).catch(() => null)
  if (!found) return [ok('There is no secret key yet; the first npm start makes one.')]
  const advice = 'Restore the file from a backup; without it, what it has encrypted and signed is lost.'
  const text = await readFile(path, 'utf8').catch((error: Error) => error)
  if (text instanceof Error) return [problem(`${path} cannot be read: ${text.message}.`, ownership)]
  if (text.trim().length < 32) return [problem(`${path} is damaged: it holds no key.`, advice)]
  const mode = found.mode & 0o777
  if ((mode & 0o077) === 0) return [ok(`${path} is readable by its owner alone.`)]
  const others = `${path} has mode ${mode.toString(8)}: others on this machine can read the secret key.`
  return [problem(others, `Take it from them: chmod 600 '${path}'.`)]
}
