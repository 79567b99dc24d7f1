import type { ChildProcess } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { heedEnvironment } from './configuration.ts'
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

  constructor(hosts: Record<HeedHost | 'worker', Host>) {
    this.#hosts = hosts
  }

  /** Starts Heed on a host, or the worker on the worker host. */
  async start(name: HeedHost | 'worker', { database, program = root }: HeedOptions): Promise<void> {
    const host = this.#hosts[name]
    const env = await heedEnvironment(join(host.folder, 'data'), database)
    await mkdir(join(host.folder, 'data'), { recursive: true })
    const command = name === 'worker' ? ['bin/heed', 'worker'] : ['server/main.ts']
    const settings = name === 'worker' ? { ...env, ROLE: 'all' } : env
    this.#processes.set(name, host.start([process.execPath, ...command], { env: settings, cwd: program }))
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
