import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { haproxyConfig } from './configuration.ts'
import { addresses } from './hosts.ts'
import type { Host } from './network.ts'
import { waitFor } from './wait.ts'

/** Where clients reach Heed, the primary and the replicas. */
export const entrances = {
  web: `http://${addresses.proxy}:8080`,
  primary: { host: addresses.proxy, port: 5000 },
  replicas: { host: addresses.proxy, port: 5001 },
}

/** The host with HAProxy. */
export class HaProxy {
  readonly #host: Host
  readonly #socket: string

  constructor(host: Host) {
    this.#host = host
    this.#socket = join(host.folder, 'haproxy.sock')
  }

  async start(): Promise<void> {
    const file = join(this.#host.folder, 'haproxy.cfg')
    await writeFile(file, await haproxyConfig(this.#host.folder))
    this.#host.start(['haproxy', '-f', file])
    await waitFor('HAProxy answers', 20, () => this.#command('show info'))
  }

  /** Returns a column of HAProxy's statistics of a server, such as `status`: `UP`, `DOWN`, `DRAIN`, … */
  async #statistic(column: string, backend: string, server: string): Promise<string> {
    const lines = (await this.#command('show stat')).split('\n').map((line) => line.split(','))
    const index = lines[0]!.indexOf(column)
    return lines.find(([proxy, name]) => proxy === backend && name === server)?.[index] ?? ''
  }

  async waitForState(backend: string, server: string, state: RegExp, seconds = 60): Promise<void> {
    await waitFor(`HAProxy's ${backend}/${server} is ${state.source}`, seconds, async () =>
      state.test(await this.#statistic('status', backend, server)),
    )
  }

  /** Stops or resumes sending new requests to a host. */
  async setState(server: string, state: 'drain' | 'ready'): Promise<void> {
    for (const backend of ['heed_ready', 'heed_alive'])
      await this.#command(`set server ${backend}/${server} state ${state}`)
  }

  /** Waits until a host has answered all requests that were sent to it. */
  async waitForIdle(server: string): Promise<void> {
    await waitFor(`${server} has no requests`, 60, async () => {
      return (await this.#statistic('scur', 'heed_ready', server)) === '0'
    })
  }

  async #command(command: string): Promise<string> {
    const socket = connect(this.#socket)
    socket.end(`${command}\n`)
    return text(socket)
  }
}
