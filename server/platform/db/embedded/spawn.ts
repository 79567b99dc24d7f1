import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, stat } from 'node:fs/promises'
import type { OsAccount } from './os-account.ts'

const logLimitBytes = 10 * 1024 * 1024

/** What is run in a database folder, and as whom. */
export interface PostgresProgram {
  folder: string
  file: string
  args: string[]
  account: OsAccount | null
  logPath: string
}

export interface SpawnedProgram {
  child: ChildProcess
  /** Resolves at the end, whoever ended it, with the reason when it could not be started at all. */
  ended: Promise<Error | null>
}

/** Starts a program of PostgreSQL; what it writes goes to the end of the log. */
export async function spawnProgram({ folder, file, args, account, logPath }: PostgresProgram): Promise<SpawnedProgram> {
  const size = (await stat(logPath).catch(() => null))?.size ?? 0
  const log = await open(logPath, size > logLimitBytes ? 'w' : 'a', 0o600)
  const child = spawn(file, args, {
    cwd: folder,
    // A session of its own: Ctrl-C in the terminal must not end the database before we have finished with it.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', PGTZ: 'UTC' },
    ...(account ?? {}),
  })
  const ended = new Promise<Error | null>((resolve) => {
    child.once('exit', () => resolve(null))
    child.once('error', resolve)
  })
  await log.close()
  return { child, ended }
}

/**
 * Below a folder that only root may enter the database could not reach its own folder by path; it can through its
 * working directory, which we set before we give up our rights.
 */
export const dataDirArgument = (folder: string, account: OsAccount | null): string =>
  account && process.platform === 'linux' ? '/proc/self/cwd' : folder

/** The last lines of a log, for messages. */
export const readLogTail = async (path: string): Promise<string> => {
  const text = await readFile(path, 'utf8').catch(() => '(no log)')
  return text.trim().split('\n').slice(-8).join('\n')
}
