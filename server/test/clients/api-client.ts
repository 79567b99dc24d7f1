import { assertMatchesOpenApi } from '../contract/assert-response.ts'

export interface TestResponse {
  status: number
  headers: Headers
  // Tests read members directly. A missing one fails their assertion.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is checked against openapi.json on arrival
  body: any
}

interface Options {
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged. */
  raw?: string | Buffer | ReadableStream
}

/** Calls the API with a key and checks every response against openapi.json. */
export class TestClient {
  readonly #base: string
  readonly #key: string | null

  constructor(origin: string, key: string | null) {
    this.#base = `${origin}/api/v1`
    this.#key = key
  }

  async send(method: string, path: string, { headers = {}, body, raw }: Options = {}): Promise<TestResponse> {
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        ...(this.#key !== null && { authorization: `Bearer ${this.#key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
      duplex: 'half',
    } as RequestInit)
    const text = await response.text()
    const parsed = text === '' ? null : JSON.parse(text)
    const answer = { status: response.status, headers: response.headers, body: parsed }
    assertMatchesOpenApi(method, path.split('?', 1)[0]!, answer)
    return answer
  }

  get(path: string, headers?: Record<string, string>): Promise<TestResponse> {
    return this.send('GET', path, { headers })
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse> {
    return this.send('POST', path, { body, headers })
  }

  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse> {
    return this.send('PUT', path, { body, headers })
  }

  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse> {
    return this.send('PATCH', path, { body, headers })
  }

  delete(path: string, headers?: Record<string, string>): Promise<TestResponse> {
    return this.send('DELETE', path, { headers })
  }

  /** Returns the `data` of a success. @throws any other response. */
  // biome-ignore lint/suspicious/noExplicitAny: see TestResponse
  async create(path: string, body?: unknown): Promise<any> {
    const answer = await this.post(path, body)
    if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }

  /** Reads all rows of a list, page by page. */
  // biome-ignore lint/suspicious/noExplicitAny: see TestResponse
  async listAll(path: string, limit = 100): Promise<any[]> {
    const rows = []
    let cursor: string | null = null
    do {
      const query = `${path.includes('?') ? '&' : '?'}limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`
      const { body, status } = await this.get(path + query)
      if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`)
      rows.push(...body.data)
      cursor = body.pagination.nextCursor
    } while (cursor !== null)
    return rows
  }
}
