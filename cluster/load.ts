import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchWorkspace } from '../bench/dataset.ts'
import { connect } from './databases.ts'
import { entrances } from './proxy.ts'

/** A create that was acknowledged. */
export interface Acknowledged {
  title: string
  workspaceId: string
  key: string
  idempotencyKey: string
  id: string
  attempts: number
  /** When the attempt that was acknowledged began and ended (Unix time in ms). */
  startedAt: number
  endedAt: number
}

/** One HTTP exchange that did not succeed: its status, or 0 without a response. */
export interface Failure {
  what: string
  status: number
  reason: string
  startedAt: number
  endedAt: number
}

// Less than the 120 requests a minute that a key may send.
const paceMs = 600
// Longer than any write takes while all hosts are up.
const attemptTimeoutMs = 5_000
const retryPauseMs = 250

const createRequest = ({ key, idempotencyKey, title }: Pick<Acknowledged, 'key' | 'idempotencyKey' | 'title'>) => ({
  method: 'POST',
  headers: {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': idempotencyKey,
  },
  body: JSON.stringify({ title }),
})

/** Simulates continuous use of Heed through the proxy. */
export class Load {
  readonly acknowledged: Acknowledged[] = []
  readonly failures: Failure[] = []
  /** The number of reads that succeeded. */
  reads = 0
  readonly #run = randomUUID().slice(0, 8)
  readonly #workers: Promise<void>[] = []
  #isStopped = false
  #created = 0

  /** Starts a writer for each key, and a reader for each workspace. */
  constructor(workspaces: BenchWorkspace[]) {
    for (const workspace of workspaces) {
      // The last key is the reader's, since reads count towards the same limit.
      for (const key of workspace.keys.slice(0, -1)) this.#workers.push(this.#write(workspace, key))
      this.#workers.push(this.#read(workspace.keys.at(-1)!))
    }
  }

  /** Stops once every started create has been acknowledged. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#workers)
  }

  async waitForWrites(count: number): Promise<void> {
    const target = this.acknowledged.length + count
    while (this.acknowledged.length < target) await sleep(20)
  }

  async #write(workspace: BenchWorkspace, key: string): Promise<void> {
    await sleep(Math.random() * paceMs)
    while (!this.#isStopped) {
      const title = `load ${this.#run} ${this.#created++}`
      const idempotencyKey = randomUUID()
      for (let attempts = 1; ; attempts++) {
        const startedAt = Date.now()
        const id = await this.#create(key, idempotencyKey, title)
        if (id !== null) {
          const who = { title, workspaceId: workspace.id, key, idempotencyKey }
          this.acknowledged.push({ ...who, id, attempts, startedAt, endedAt: Date.now() })
          break
        }
        await sleep(retryPauseMs)
      }
      await sleep(paceMs * (0.8 + Math.random() * 0.4))
    }
  }

  /** Sends one attempt. Returns the id of the request; null if it was not acknowledged. */
  async #create(key: string, idempotencyKey: string, title: string): Promise<string | null> {
    const reply = await this.#exchange(
      'POST /feedback',
      '/api/v1/feedback',
      createRequest({ key, idempotencyKey, title }),
    )
    return reply === null ? null : (JSON.parse(reply) as { data: { id: string } }).data.id
  }

  async #read(key: string): Promise<void> {
    while (!this.#isStopped) {
      const headers = { authorization: `Bearer ${key}` }
      if ((await this.#exchange('GET /feedback', '/api/v1/feedback?limit=5', { headers })) !== null) this.reads += 1
      await sleep(paceMs)
    }
  }

  /** Returns the body of a success. Records anything else and returns null. */
  async #exchange(what: string, path: string, init: RequestInit): Promise<string | null> {
    const startedAt = Date.now()
    const fail = (status: number, reason: string) => {
      this.failures.push({ what, status, reason, startedAt, endedAt: Date.now() })
      return null
    }
    try {
      const signal = AbortSignal.timeout(attemptTimeoutMs)
      const response = await fetch(entrances.web + path, { ...init, signal })
      const text = await response.text()
      return response.ok ? text : fail(response.status, text.slice(0, 200))
    } catch (error) {
      const { cause, name } = error as Error & { cause?: { code?: string } }
      return fail(0, cause?.code ?? name)
    }
  }
}

/** Describes failures by request, status and reason, with their numbers. */
export function describeFailures(failures: Failure[]): string {
  const counts = new Map<string, number>()
  for (const { what, status, reason } of failures) {
    const code = /"code":"(\w+)"/.exec(reason)?.[1] ?? reason.split('\n', 1)[0]!.slice(0, 40)
    const label = `${what}: ${status === 0 ? reason : `${status} ${code}`}`
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return [...counts].map(([label, count]) => `${count} × ${label}`).join(', ') || 'none'
}

export interface Audit {
  lost: number
  doubled: number
  /** Creates that were acknowledged twice with different ids, among those that were sent again. */
  changed: number
  replayed: number
}

/** Compares what was acknowledged with what is stored, and sends some creates again with their idempotency keys. */
export async function audit({ acknowledged }: Load, database: string): Promise<Audit> {
  const client = await connect(entrances.primary.host, database, { port: entrances.primary.port })
  const stored = new Map<string, string[]>()
  try {
    const titles = acknowledged.map(({ title }) => title)
    const { rows } = await client.query<{ id: string; title: string }>(
      'select id, title from feedback where title = any($1)',
      [titles],
    )
    for (const { id, title } of rows) stored.set(title, [...(stored.get(title) ?? []), id])
  } finally {
    await client.end()
  }
  const lost = acknowledged.filter(({ title, id }) => !stored.get(title)?.includes(id)).length
  const doubled = [...stored.values()].filter((ids) => ids.length > 1).length
  // Creates with several attempts come first, because an early attempt may have been committed without a response. One
  // per key, because of the rate limit.
  const candidates = acknowledged.toSorted((a, b) => b.attempts - a.attempts)
  const sample = [...new Map(candidates.toReversed().map((each) => [each.key, each])).values()]
  let changed = 0
  for (const { key, idempotencyKey, title, id } of sample) {
    const response = await fetch(`${entrances.web}/api/v1/feedback`, createRequest({ key, idempotencyKey, title }))
    const body = (await response.json()) as { data?: { id: string } }
    if (body.data?.id !== id) changed += 1
  }
  return { lost, doubled, changed, replayed: sample.length }
}
