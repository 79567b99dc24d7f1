import { access, constants, mkdtemp, readFile, rmdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatNumber } from '#i18n/format.ts'
import { createFindings, type Finding } from '../../diagnostics/finding.ts'
import type { Settings } from '../../platform/settings.ts'

const { ok, warning, problem } = createFindings('data folder')

// PostgreSQL keeps up to 1 GB of write-ahead log by default. Below 100 MB, it soon stops in the middle of a write.
const lowSpaceBytes = 1_000_000_000
const criticalSpaceBytes = 100_000_000

/** Checks that DATA_DIR is writable, has free space and protects the secret key. */
export async function checkDataFolder({ dataDir, secretKey }: Settings): Promise<Finding[]> {
  const folder = await nearestFolder(dataDir)
  const { bavail, bsize } = await statfs(folder)
  return [
    await (folder === dataDir ? writableFinding(dataDir) : creatableFinding(dataDir, folder)),
    spaceFinding(folder, bavail * bsize),
    ...(secretKey === null ? await secretFindings(join(dataDir, 'secret-key')) : []),
  ]
}

/** Returns the folder, or its nearest existing parent. */
async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  return found || dirname(path) === path ? path : nearestFolder(dirname(path))
}

const ownershipAdvice = 'Change its owner to the user that runs Heed, or choose another DATA_DIR.'

/** Creates a folder, since permissions do not reveal read-only file systems and quotas. */
async function writableFinding(dataDir: string): Promise<Finding> {
  try {
    await rmdir(await mkdtemp(join(dataDir, 'doctor-')))
    return ok(`${dataDir} is writable.`)
  } catch (error) {
    return problem(`${dataDir} is not writable: ${(error as Error).message}.`, ownershipAdvice)
  }
}

const creatableFinding = (dataDir: string, parent: string): Promise<Finding> =>
  access(parent, constants.W_OK).then(
    () => ok(`${dataDir} does not exist yet. The first npm start creates it.`),
    () => problem(`${dataDir} does not exist and cannot be created in ${parent}.`, ownershipAdvice),
  )

export function spaceFinding(folder: string, freeBytes: number): Finding {
  const message = `${formatNumber(Math.floor(freeBytes / 1e6))} MB are free on the disk of ${folder}.`
  const advice = 'Free some space or move DATA_DIR to a larger disk before the database stops.'
  if (freeBytes < criticalSpaceBytes) return problem(message, advice)
  return freeBytes < lowSpaceBytes ? warning(message, advice) : ok(message)
}

async function secretFindings(path: string): Promise<Finding[]> {
  const found = await stat(path).catch(() => null)
  if (!found) return [ok('There is no secret key yet. The first npm start creates one.')]
  const advice = 'Restore the file from a backup. Without it, everything encrypted or signed with it is lost.'
  const text = await readFile(path, 'utf8').catch((error: Error) => error)
  if (text instanceof Error) return [problem(`${path} cannot be read: ${text.message}.`, ownershipAdvice)]
  if (text.trim().length < 32) return [problem(`${path} is damaged: it contains no key.`, advice)]
  const mode = found.mode & 0o777
  if ((mode & 0o077) === 0) return [ok(`Only its owner can read ${path}.`)]
  const message = `${path} has mode ${mode.toString(8)}: other users of this machine can read the secret key.`
  return [problem(message, `Make it private: chmod 600 '${path}'.`)]
}
