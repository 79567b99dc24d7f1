import autocannon from 'autocannon'

export interface BenchRequest {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface LoadResult {
  responses: number
  /** Responses per second. */
  perSecond: number
  p50: number
  p99: number
  /** Unsuccessful responses. Unless this is 0, the figures are meaningless. */
  failed: number
}

interface Options {
  seconds: number
  connections?: number
  /** Stops after this many responses, so that the workspace stays within its limit. */
  amount?: number
}

/** Sends calls over 16 keep-alive connections by default; each connection sends the next call after a response. */
export async function runLoad(
  origin: string,
  next: () => BenchRequest,
  { seconds, connections = 16, amount }: Options,
): Promise<LoadResult> {
  const startedAt = performance.now()
  const result = await autocannon({
    url: origin,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    requests: [
      {
        setupRequest: (request) => {
          const { method = 'GET', path, headers, body } = next()
          return { ...request, method, path, headers: { ...headers }, body }
        },
      },
    ],
  })
  const responses = result['2xx'] + result.non2xx
  return {
    responses,
    perSecond: responses / ((performance.now() - startedAt) / 1000),
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}
