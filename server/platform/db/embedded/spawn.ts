import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, stat } from 'node:fs/promises'
import { keepOwner, type OsAccount } from './os-account.ts'

const logLimitBytes = 10 * 1024 * 1024

/** A program to run in a database folder, and the account to run it as. */
export interface PostgresProgram {
  folder: string
  file: string
  args: string[]
  account: OsAccount | null
  logPath: string
}

export interface SpawnedProgram {
  child: ChildProcess
  /** Resolves when the program has ended: with an error if it could not be started, otherwise with null. */
  ended: Promise<Error | null>
}

/** Starts a PostgreSQL program and appends its output to the log. */
export async function spawnProgram({ folder, file, args, account, logPath }: PostgresProgram): Promise<SpawnedProgram> {
  const size = (await stat(logPath).catch(() => null))?.size ?? 0
  const log = await open(logPath, size > logLimitBytes ? 'w' : 'a', 0o600)
  if (size === 0) await keepOwner(logPath)
  const child = spawn(file, args, {
    cwd: folder,
    // In a separate session, Ctrl-C in the terminal does not end the database before Heed has finished with it.
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
 * Returns the value of PostgreSQL's `-D` option. Below a folder that only root can enter, PostgreSQL cannot reach its
 * data by path, but it can through its working directory, which is set before privileges are dropped.
 */
export const dataDirArgument = (folder: string, account: OsAccount | null): string =>
  account && process.platform === 'linux' ? '/proc/self/cwd' : folder

/** Returns the last lines of a log, for messages. */
export const readLogTail = async (path: string): Promise<string> => {
  const text = await readFile(path, 'utf8').catch(() => '(no log)')
  return text.trim().split('\n').slice(-8).join('\n')
}
