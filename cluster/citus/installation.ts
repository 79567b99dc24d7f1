import { execFile } from 'node:child_process'
import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

/** The folder of the programs of a PostgreSQL that has the extension. */
export interface CitusInstallation {
  binDir: string
  version: string
}

/** Finds a PostgreSQL with the extension citus, through `pg_config` on the PATH or among Debian's packages. */
export async function findCitus(): Promise<CitusInstallation | null> {
  const versions = (await readdir(debianFolder).catch(() => [])).sort((a, b) => Number(b) - Number(a))
  const programs = ['pg_config', ...versions.map((version) => join(debianFolder, version, 'bin', 'pg_config'))]
  for (const program of programs) {
    const found = await inspect(program)
    if (found) return found
  }
  return null
}

async function inspect(pgConfig: string): Promise<CitusInstallation | null> {
  try {
    const { stdout } = await run(pgConfig, ['--bindir', '--sharedir', '--version'])
    const [binDir = '', shareDir = '', version = ''] = stdout.split('\n')
    await access(join(shareDir, 'extension', 'citus.control'))
    await access(join(binDir, 'initdb'))
    return { binDir, version }
  } catch {
    // This PostgreSQL does not exist, or lacks Citus or the server.
    return null
  }
}

export const missingCitus =
  'No PostgreSQL with the extension citus was found: neither through pg_config on the PATH, nor in ' +
  `${debianFolder}/*/bin. Install the server and Citus 13, then run this command again.`
