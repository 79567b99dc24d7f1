import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
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

export const postgresBinaries = '/usr/lib/postgresql/15/bin'

/** Lists what the cluster needs and this machine does not have, in sentences. */
export async function findMissing(): Promise<string[]> {
  if (process.platform !== 'linux') return ['Network namespaces need Linux.']
  const missing: string[] = []
  if (process.getuid?.() !== 0) missing.push('Network namespaces can only be made by root: sudo npm run cluster')
  const packages = new Set<string>()
  for (const [program, name] of Object.entries(programs)) {
    if ((await findProgram(program)) === null) packages.add(name)
  }
  if (!(await isExecutable(join(postgresBinaries, 'postgres')))) packages.add('postgresql')
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
