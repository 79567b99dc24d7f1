import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from './databases.ts'
import { entrances } from './proxy.ts'

const paceMs = 50

/**
 * Reads continuously from the replicas through the proxy: one reader uses a new connection each time, the other a
 * persistent one.
 */
export class ReplicaReaders {
  succeeded = 0
  readonly failures: string[] = []
  /** The longest time between two answers of one reader, in ms. */
  longestGapMs = 0
  readonly #workers: Promise<void>[]
  readonly #database: string
  #isStopped = false

  constructor(database: string) {
    this.#database = database
    this.#workers = [this.#readAnew(), this.#readOn()]
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#workers)
  }

  async #readAnew(): Promise<void> {
    await this.#repeat(async () => {
      const client = await this.#connect()
      try {
        await client.query('select count(*) from workspaces')
      } finally {
        await client.end()
      }
    })
  }

  async #readOn(): Promise<void> {
    const client = await this.#connect()
    await this.#repeat(() => client.query('select count(*) from workspaces'))
    await client.end().catch(() => {})
  }

  #connect() {
    return connect(entrances.replicas.host, this.#database, { port: entrances.replicas.port })
  }

  async #repeat(read: () => Promise<unknown>): Promise<void> {
    let lastAt = Date.now()
    while (!this.#isStopped) {
      try {
        await read()
        this.succeeded += 1
        this.longestGapMs = Math.max(this.longestGapMs, Date.now() - lastAt)
        lastAt = Date.now()
      } catch (error) {
        this.failures.push((error as Error).message)
      }
      await sleep(paceMs)
    }
  }
}
