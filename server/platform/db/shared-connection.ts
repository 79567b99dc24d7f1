import type { Pool, PoolClient } from 'pg'
import type { StatementResult } from './statement.ts'

type RunOnClient = (client: PoolClient) => Promise<StatementResult>

// With more, the last one would wait for the others longer than it would run alone.
const maxStatements = 8

/**
 * Runs short statements on connections of a pool. Those that arrive in one turn of the event loop share a connection, so
 * that this process sends them with one system call and PostgreSQL wakes up once for them. Each is a transaction of its
 * own, and fails alone unless the session ends.
 */
export class SharedConnections {
  readonly #pool: Pool
  #current: SharedConnection | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** @param hasEnded whether an error means that the session has ended, so that the connection is not used again */
  run(send: RunOnClient, hasEnded: (error: unknown) => boolean): Promise<StatementResult> {
    if (!this.#current?.isOpen) this.#current = new SharedConnection(this.#pool.connect())
    return this.#current.run(send, hasEnded)
  }
}

class SharedConnection {
  readonly #client: Promise<PoolClient>
  #isTurnOver = false
  #statements = 0
  #running = 0
  #mustClose = false

  constructor(client: Promise<PoolClient>) {
    this.#client = client
    setImmediate(() => {
      this.#isTurnOver = true
      this.#releaseWhenDone()
    })
  }

  /** Whether further statements may join. */
  get isOpen(): boolean {
    return !this.#isTurnOver && this.#statements < maxStatements
  }

  async run(send: RunOnClient, hasEnded: (error: unknown) => boolean): Promise<StatementResult> {
    this.#statements += 1
    this.#running += 1
    try {
      return await send(await this.#client)
    } catch (error) {
      this.#mustClose ||= hasEnded(error)
      throw error
    } finally {
      this.#running -= 1
      this.#releaseWhenDone()
    }
  }

  #releaseWhenDone(): void {
    if (!this.#isTurnOver || this.#running > 0) return
    this.#client.then(
      (client) => client.release(this.#mustClose),
      // If there is no connection, its statements have failed already.
      () => {},
    )
  }
}
