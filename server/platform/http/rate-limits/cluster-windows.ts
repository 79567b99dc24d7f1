import cluster, { type Worker } from 'node:cluster'
import { MemoryWindows } from './memory-windows.ts'
import type { Count, WindowOptions, Windows } from './windows.ts'

type Limit = Pick<WindowOptions, 'name' | 'points' | 'seconds'>

// From a process to the primary process, and back with the same id.
type Request = Limit & {
  type: 'heed:rate-limit-request'
  id: number
  key: string
} & ({ call: 'consume' | 'find' | 'reset' } | { call: 'giveBack'; maxMsToReset: number | undefined })
type Response = { type: 'heed:rate-limit-response'; id: number; count: Count | null }
type Call = Request extends infer R ? (R extends Request ? Omit<R, 'type' | 'id' | keyof Limit> : never) : never

// The primary process has nothing else to do. Without an answer, the request fails.
const answerTimeoutMs = 5_000

let lastId = 0
const waiting = new Map<number, (count: Count | null) => void>()

function resolveWaiting(message: unknown): void {
  const { type, id, count } = (message ?? {}) as Partial<Response>
  if (type === 'heed:rate-limit-response') waiting.get(id!)?.(count!)
}

/** Counts requests in fixed windows in the primary process, for all processes. */
export class ClusterWindows implements Windows {
  readonly #limit: Limit

  constructor({ name, points, seconds }: Limit) {
    this.#limit = { name, points, seconds }
    if (!process.listeners('message').includes(resolveWaiting)) process.on('message', resolveWaiting)
  }

  async consume(key: string): Promise<Count> {
    return (await this.#ask({ call: 'consume', key }))!
  }

  find(key: string): Promise<Count | null> {
    return this.#ask({ call: 'find', key })
  }

  async giveBack(key: string, maxMsToReset?: number): Promise<void> {
    await this.#ask({ call: 'giveBack', key, maxMsToReset })
  }

  async reset(key: string): Promise<void> {
    await this.#ask({ call: 'reset', key })
  }

  /** @throws if the primary process does not answer in time */
  async #ask(call: Call): Promise<Count | null> {
    const id = ++lastId
    const { promise, resolve, reject } = Promise.withResolvers<Count | null>()
    const timer = setTimeout(
      () => reject(new Error('The primary process has not counted the request in time.')),
      answerTimeoutMs,
    )
    waiting.set(id, resolve)
    try {
      const request: Request = {
        type: 'heed:rate-limit-request',
        id,
        ...this.#limit,
        ...call,
      }
      process.send!(request)
      return await promise
    } finally {
      waiting.delete(id)
      clearTimeout(timer)
    }
  }
}

/** Counts the requests of all processes. Runs in the primary process. */
export function countForMembers(): void {
  const windowsByName = new Map<string, MemoryWindows>()
  cluster.on('message', (worker: Worker, message: Request | { type?: undefined }) => {
    if (message?.type !== 'heed:rate-limit-request') return
    const windows = windowsByName.get(message.name) ?? new MemoryWindows(message)
    windowsByName.set(message.name, windows)
    const count = answer(windows, message)
    if (worker.isConnected())
      worker.send({ type: 'heed:rate-limit-response', id: message.id, count } satisfies Response)
  })
}

function answer(windows: MemoryWindows, request: Request): Count | null {
  switch (request.call) {
    case 'consume':
      return windows.consume(request.key)
    case 'find':
      return windows.find(request.key)
    case 'giveBack':
      windows.giveBack(request.key, request.maxMsToReset)
      return null
    case 'reset':
      windows.reset(request.key)
      return null
  }
}
