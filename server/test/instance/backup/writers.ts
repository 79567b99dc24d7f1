import { setTimeout as sleep } from 'node:timers/promises'
import { TestClient } from '../../clients/api-client.ts'

/** A request that was sent, with the times around it on this machine's clock. */
export interface Write {
  title: string
  startedAt: number
  /** Null if there was no response. */
  answeredAt: number | null
}

export interface Writers {
  writes: Write[]
  /** Waits until this many requests have been answered, or the server is gone. */
  answered(count: number): Promise<void>
  /** Waits for the running requests. */
  stop(): Promise<void>
}

// Two writers at this pace stay below the limit of a key for ten seconds.
const paceMs = 120

/** Creates requests on two connections until it is stopped or the server is gone. */
export function startWriters(origin: string, key: string, prefix = 'Written'): Writers {
  const client = new TestClient(origin, key)
  const writes: Write[] = []
  let answers = 0
  let isStopped = false
  const write = async () => {
    while (!isStopped) {
      const entry: Write = { title: `${prefix} ${writes.length + 1}`, startedAt: Date.now(), answeredAt: null }
      writes.push(entry)
      const response = await client.post('/feedback', { title: entry.title }).catch(() => null)
      if (response?.status === 201) {
        entry.answeredAt = Date.now()
        answers += 1
      }
      await sleep(response === null ? 10 : paceMs)
    }
  }
  const running = Promise.all([write(), write()])
  return {
    writes,
    async answered(count) {
      const target = answers + count
      while (answers < target) await sleep(10)
    },
    async stop() {
      isStopped = true
      await running
    },
  }
}

/** Returns the titles of all requests. */
export const titlesOf = async (origin: string, key: string): Promise<Set<string>> =>
  new Set((await new TestClient(origin, key).listAll('/feedback')).map(({ title }) => title))
