import { readFile, stat } from 'node:fs/promises'

/** The user and group that the database runs as when we are root, which PostgreSQL refuses to be. */
export interface OsAccount {
  uid: number
  gid: number
}

/**
 * The account for a database folder: its present owner, else the system's `postgres`, else `nobody`.
 * @returns null when we are not root: the database then runs as we do.
 */
export async function resolveOsAccount(folder: string): Promise<OsAccount | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(folder).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }

  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid && uid !== '0') return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and this system has no user "postgres" or "nobody" to run it as.')
}
