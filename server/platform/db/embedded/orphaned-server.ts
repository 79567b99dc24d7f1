import { readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { isPostgresServerOf, readStartTime, waitForExit } from './processes.ts'

// Each contains the id of the process that created it.
const lockFiles = ['postmaster.pid', '.s.PGSQL.5432.lock']

/** Stops a PostgreSQL server that outlived the process that started it, and removes the lock files of a dead one. */
export async function stopOrphanedServer(folder: string): Promise<void> {
  const pid = await findServer(folder)
  if (pid !== null) await stopProcess(pid)
  // The lock files of a dead process would still keep PostgreSQL from starting if another process now has its id, as
  // after a restart of the machine or container, or if the dead process is a zombie.
  for (const name of lockFiles) await rm(join(folder, name), { force: true })
}

/**
 * Returns whether a PostgreSQL server that this process cannot see accepts connections: one in another container that has
 * the same volume. Containers have process ids of their own, but a socket in a shared folder leads to the process behind it.
 */
export async function isServedElsewhere(folder: string): Promise<boolean> {
  if ((await findServer(folder)) !== null) return false
  return new Promise((resolve) => {
    const socket = connect(join(folder, '.s.PGSQL.5432'))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** Returns the id of the process that `postmaster.pid` names, if it is this folder's PostgreSQL server. */
async function findServer(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, lockFiles[0]!), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1 || (await readStartTime(pid)) === null) return null
  return (await isPostgresServerOf(pid, folder)) ? pid : null
}

async function stopProcess(pid: number): Promise<void> {
  signal(pid, 'SIGINT')
  if (await waitForExit(pid, 10_000)) return
  signal(pid, 'SIGQUIT')
  if (!(await waitForExit(pid, 10_000)))
    throw new Error(
      `PostgreSQL is still running for this data folder (process ${pid}). Stop that process and try again.`,
    )
}

/** Sends a signal to a process, and ignores that it may have just ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
