import { execFile } from 'node:child_process'
import { access, constants, readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** The programs of the cluster and the Debian packages that they are in. */
const programs: Record<string, string> = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  ip: 'iproute2',
  unshare: 'util-linux',
  nsenter: 'util-linux',
  setpriv: 'util-linux',
}

const postgresVersion = '15'
const postgresFolder = '/usr/lib/postgresql'
export const postgresBinaries = join(postgresFolder, postgresVersion, 'bin')

/** Lists what the cluster needs and this machine does not have, in sentences. */
export async function findMissing(): Promise<string[]> {
  if (process.platform !== 'linux') return ['Network namespaces need Linux.']
  const missing: string[] = []
  if (process.getuid?.() !== 0) missing.push('Network namespaces can only be made by root: sudo npm run cluster')
  const packages = new Set<string>()
  for (const [program, name] of Object.entries(programs)) {
    if ((await findProgram(program)) === null) packages.add(name)
  }
  const pooler = await findPooler()
  if (pooler !== null) missing.push(pooler)
  const versions = await findPostgresVersions()
  const wrongVersion = explainVersions(versions)
  if (versions.length === 0) packages.add('postgresql')
  else if (wrongVersion !== null) missing.push(wrongVersion)
  if (packages.size > 0) {
    const names = [...packages].join(' ')
    missing.push(`These Debian packages are missing: apt-get install --no-install-recommends ${names}`)
  }
  const isAllowed = await promisify(execFile)('unshare', ['--net', '--mount', '--pid', '--fork', 'true']).then(
    () => true,
    () => false,
  )
  if (!packages.has('util-linux') && !isAllowed) missing.push('This system does not let root make namespaces.')
  return missing
}

/**
 * Explains which version is needed if only others are installed, because installing the package again would not help.
 * @param installed the versions of PostgreSQL on this machine
 */
export const explainVersions = (installed: string[]): string | null =>
  installed.includes(postgresVersion)
    ? null
    : `PostgreSQL ${postgresVersion} is needed (Debian 12). Installed: ${installed.join(', ')}.`

/** Returns a message if PgBouncer is missing or too old, as in Debian 12: earlier versions keep no prepared statements. */
async function findPooler(): Promise<string | null> {
  const needed = 'PgBouncer 1.21 or later is needed (docs/operations/pooler.md).'
  if ((await findProgram('pgbouncer')) === null) return needed
  const { stdout } = await promisify(execFile)('pgbouncer', ['--version'])
  const [, major = '0', minor = '0'] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? []
  const isFit = Number(major) > 1 || Number(minor) >= 21
  return isFit ? null : `${needed} Installed: ${major}.${minor}.`
}

/** Lists the installed servers. The packages of clients have folders too. */
async function findPostgresVersions(): Promise<string[]> {
  const versions: string[] = []
  for (const version of await readdir(postgresFolder).catch(() => [])) {
    if (await isExecutable(join(postgresFolder, version, 'bin/postgres'))) versions.push(version)
  }
  return versions
}

async function findProgram(name: string): Promise<string | null> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/local/sbin']
  for (const folder of folders) {
    const path = join(folder, name)
    if (await isExecutable(path)) return path
  }
  return null
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
