import { execFile } from 'node:child_process'
import { readFile, readlink, realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** When a process began, as the system writes it; null when there is none. Tells a process from a later one with its id. */
export async function readStartTime(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
    if (line === null) return null
    // The name in parentheses may hold spaces; the fields after it are counted from its end.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  }
  return run('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  )
}

/** Whether the process is a PostgreSQL server of this data folder. */
export async function isPostgresServerOf(pid: number, folder: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null)
    if (cwd !== null) return cwd === (await realpath(folder))
    // In a container root may not see where a process of another account works, but may read how it was started.
    const [file = ''] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
    return basename(file) === 'postgres'
  }
  return run('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.includes('postgres') && stdout.includes(folder),
    () => false,
  )
}

/** Waits until the process is gone. @returns whether it went within `timeoutMs`. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if ((await readStartTime(pid)) === null) return true
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return false
}
