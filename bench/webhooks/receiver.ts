import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a receiver answers: at once, after 14 seconds, or never. */
export type Behavior = 'healthy' | 'slow' | 'dead'

export interface Receiver {
  urlOf(behavior: Behavior): string
  /** How often each event has arrived at healthy endpoints, by its id. */
  counts: Map<string, number>
  /** Milliseconds from each event to its arrival at a healthy endpoint. */
  waits: number[]
  /** The ids of the resources whose events have arrived at healthy endpoints. */
  resources: Set<string>
  reset(): void
  stop(): void
}

const slowMs = 14_000

/** Starts a receiver on loopback that notes when each delivery arrives. */
export async function startReceiver(): Promise<Receiver> {
  const counts = new Map<string, number>()
  const waits: number[] = []
  const resources = new Set<string>()
  const answer = (response: ServerResponse) => response.end('ok')
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const behavior = request.url!.slice(1) as Behavior
      if (behavior === 'dead') return
      if (behavior === 'slow') return void setTimeout(answer, slowMs, response)
      const { timestamp, data } = JSON.parse(Buffer.concat(chunks).toString()) as {
        timestamp: string
        data: { id: string }
      }
      resources.add(data.id)
      const id = request.headers['webhook-id'] as string
      waits.push(Date.now() - Date.parse(timestamp))
      counts.set(id, (counts.get(id) ?? 0) + 1)
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (behavior) => `http://127.0.0.1:${port}/${behavior}`,
    counts,
    waits,
    resources,
    reset() {
      counts.clear()
      waits.length = 0
      resources.clear()
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
