import { lchown, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The user and group that PostgreSQL runs as if Heed runs as root, because PostgreSQL refuses to run as root. */
export interface OsAccount {
  uid: number
  gid: number
}

/**
 * Returns the account for a database folder: its current owner, otherwise the system's `postgres`, otherwise `nobody`.
 * Returns null if Heed does not run as root: PostgreSQL then runs as the same user.
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
  throw new Error('PostgreSQL cannot run as root, and this system has no user "postgres" or "nobody" to run it as.')
}

/**
 * Makes the owner of the parent folder the owner of a new file or folder. Otherwise, a command that root runs would
 * create files that the server, which runs as another user, cannot read.
 */
export async function keepOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  if (uid !== 0) await lchown(path, uid, gid)
}
