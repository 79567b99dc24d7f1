import { spawn, spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** A PgBouncer in transaction mode, on a Unix socket. */
export interface Pooler {
  socketDir: string
  /** Runs a command of its console, such as `SHOW POOLS`. */
  command(text: string): Promise<Record<string, unknown>[]>
  /** Ends it, and with it the connections of all clients. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
}

const configuration = fileURLToPath(new URL('../../../deploy/pgbouncer/pgbouncer.ini', import.meta.url))

/** Why tests of a pooler cannot run here; false if they can. Earlier versions cannot keep prepared statements. */
export const withoutPooler: string | false = (() => {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
  const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? []
  const isFit = Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 21)
  return !isFit && 'pgbouncer 1.21 or later is not on the PATH'
})()

// The folder of the server may be closed to the account of PgBouncer, which reaches it as its working directory.
const server = 'host=/proc/self/cwd port=5432 user=heed'

/** Replaces settings of the last section. Naming the section again would reset the others. */
const withSettings = (ini: string, settings: Record<string, string>): string =>
  [
    ini.replace(/^(\w+) = .*\n/gm, (line, name) => (name in settings ? '' : line)),
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
    '',
  ].join('\n')

const startTimeoutMs = 10_000

/**
 * Starts PgBouncer with the configuration of `deploy/`, except for addresses, databases and passwords. The caller stops it.
 * @param serverSocketDir of PostgreSQL, whose databases it serves under their names
 * @param settings that differ from the file
 */
export async function startPooler(serverSocketDir: string, settings: Record<string, string> = {}): Promise<Pooler> {
  // A short path, because that of a socket is limited.
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'))
  const log = join(folder, 'pgbouncer.log')
  // PgBouncer refuses to run as root, and only the owner of the socket may use it.
  const { uid, gid } = await stat(join(serverSocketDir, '.s.PGSQL.5432'))
  await mkdir(join(folder, 'socket'))
  const file = await readFile(configuration, 'utf8')
  const ini = file.replace(/^heed = .*/m, ['heed', '*'].map((name) => `${name} = ${server}`).join('\n'))
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    withSettings(ini, {
      listen_addr: '',
      listen_port: '5432',
      unix_socket_dir: join(folder, 'socket'),
      logfile: log,
      auth_type: 'any',
      auth_file: '',
      ...settings,
    }),
  )
  for (const path of [folder, join(folder, 'socket')]) {
    await chmod(path, 0o755)
    if (process.getuid?.() === 0) await chown(path, uid, gid)
  }
  const socketDir = join(folder, 'socket')
  let end: ((signal?: NodeJS.Signals) => Promise<void>) | undefined

  const command: Pooler['command'] = async (text) => {
    const client = new pg.Client({ host: socketDir, user: 'pgbouncer_admin', database: 'pgbouncer' })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const start = async () => {
    const child = spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], {
      cwd: serverSocketDir,
      stdio: 'ignore',
      ...(process.getuid?.() === 0 ? { uid, gid } : {}),
    })
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
    const kill = () => void child.kill('SIGKILL')
    process.once('exit', kill)
    end = async (signal = 'SIGQUIT') => {
      process.off('exit', kill)
      child.kill(signal)
      await ended
    }
    const deadline = performance.now() + startTimeoutMs
    for (;;) {
      const isReady = await command('SHOW VERSION').then(
        () => true,
        () => false,
      )
      if (isReady) return
      if (child.exitCode !== null || performance.now() > deadline) {
        throw new Error(`PgBouncer did not start:\n${await readFile(log, 'utf8').catch(() => '(no log)')}`)
      }
      await sleep(20)
    }
  }
  await start()
  return { socketDir, command, start, stop: async (signal) => end?.(signal) }
}
