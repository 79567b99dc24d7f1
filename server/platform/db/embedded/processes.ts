import { execFile } from 'node:child_process'
import { readFile, readlink, realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Returns the start time of a process in the system's own format, or null if there is no such process. It distinguishes
 * a process from a later one with the same id.
 */
export async function readStartTime(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
    if (line === null) return null
    // The process name in parentheses may contain spaces, so fields are counted from after it.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  }
  return run('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  )
}

/** Returns whether the process is a PostgreSQL server of this data folder. */
export async function isPostgresServerOf(pid: number, folder: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null)
    if (cwd !== null) return cwd === (await realpath(folder))
    // In a container, root may be unable to read the working directory of another user's process, but not its command.
    const [file = ''] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
    return basename(file) === 'postgres'
  }
  return run('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.includes('postgres') && stdout.includes(folder),
    () => false,
  )
}

/** Waits until the process has ended. @returns whether it ended within `timeoutMs`. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if ((await readStartTime(pid)) === null) return true
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return false
}
