import type { ChildProcess } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { heedEnvironment, pgbouncerConfig, pgbouncerUsers } from './configuration.ts'
import { addresses, type HeedHost } from './hosts.ts'
import type { Host } from './network.ts'
import { waitFor } from './wait.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))

export interface HeedOptions {
  database: string
  /** The folder of the program. Default: this repository. */
  program?: string
}

/** The hosts that run Heed: two that serve requests, and one that runs the jobs. */
export class HeedHosts {
  readonly #hosts: Record<HeedHost | 'worker', Host>
  readonly #processes = new Map<HeedHost | 'worker', ChildProcess>()
  readonly #poolers = new Map<HeedHost | 'worker', ChildProcess>()

  constructor(hosts: Record<HeedHost | 'worker', Host>) {
    this.#hosts = hosts
  }

  /** Starts Heed on a host, or the worker on the worker host. */
  async start(name: HeedHost | 'worker', { database, program = root }: HeedOptions): Promise<void> {
    const host = this.#hosts[name]
    const env = await heedEnvironment(join(host.folder, 'data'), database)
    // The previous version supports neither poolers nor replicas.
    if (program !== root) {
      env.DATABASE_URL = env.DATABASE_DIRECT_URL!
      delete env.DATABASE_DIRECT_URL
      delete env.DATABASE_READ_URL
    }
    await this.#startPooler(name)
    await mkdir(join(host.folder, 'data'), { recursive: true })
    const command = name === 'worker' ? ['bin/heed', 'worker'] : ['server/main.ts']
    const settings = name === 'worker' ? { ...env, ROLE: 'all' } : env
    this.#processes.set(name, host.start([process.execPath, ...command], { env: settings, cwd: program }))
  }

  /** Starts PgBouncer on a host unless it is running there. */
  async #startPooler(name: HeedHost | 'worker'): Promise<void> {
    const running = this.#poolers.get(name)
    if (running !== undefined && running.exitCode === null && running.signalCode === null) return
    const { folder } = this.#hosts[name]
    const file = join(folder, 'pgbouncer.ini')
    await writeFile(file, await pgbouncerConfig(folder))
    await writeFile(join(folder, 'userlist.txt'), pgbouncerUsers())
    // PgBouncer refuses to run as root.
    this.#poolers.set(name, this.#hosts[name].start(['pgbouncer', file], { account: 'postgres' }))
    await waitFor(`PgBouncer on ${name} listens`, 20, async () =>
      (await this.#hosts[name].run('ss', '-Hltn', 'sport = :6432')).includes(':6432'),
    )
  }

  async waitUntilReady(name: HeedHost): Promise<void> {
    await waitFor(`${name} is ready`, 60, () => isReady(name))
  }

  /** Stops Heed on a host as a service manager does. @returns the exit status */
  async stop(name: HeedHost | 'worker'): Promise<number | null> {
    const child = this.#processes.get(name)!
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    return ended
  }

  async kill(name: HeedHost | 'worker'): Promise<void> {
    await this.#hosts[name].kill()
  }

  host(name: HeedHost | 'worker'): Host {
    return this.#hosts[name]
  }
}

async function isReady(name: HeedHost): Promise<boolean> {
  const response = await fetch(`http://${addresses[name]}:3000/readyz`, { signal: AbortSignal.timeout(2_000) })
  await response.text()
  return response.status === 200
}
