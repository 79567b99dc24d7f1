import { HeedError, parseJson, toError, unexpectedResponse } from './errors.ts'
import type { HeedOptions, PostOptions } from './options.ts'
import { List, type PageBody } from './pages.ts'
import { pause, pauseBeforeRetry } from './retry.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Call {
  query?: object | undefined
  body?: object | undefined
  options?: PostOptions | undefined
  /** Whether a 404 is a success after an attempt whose response was lost, because that attempt deleted the resource. */
  isDeletion?: boolean
}

interface Attempt {
  url: string
  init: { method: Method; headers: Record<string, string>; body: string | null; redirect: 'manual' }
  signal: AbortSignal | undefined
  timeoutMs: number
}

/** Sends the calls of all resources: adds the token and the idempotency key, repeats attempts, and unwraps responses. */
export class Transport {
  readonly #options: HeedOptions
  readonly #base: string

  constructor(options: HeedOptions) {
    const { baseUrl, token } = options
    if (!/^https?:\/\//.test(baseUrl ?? ''))
      throw new TypeError('baseUrl must be the address of a Heed server: https://…')
    if (!token) throw new TypeError('token must be an API key or an access token.')
    this.#options = options
    this.#base = `${baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`
  }

  /** Returns the member `data` of the response. */
  async data<T>(method: Method, path: string, call: Call): Promise<T> {
    return (await this.send<{ data: T }>(method, path, call)).data
  }

  /** Sends a call whose response has no body. */
  async empty(method: Method, path: string, call: Call): Promise<void> {
    await this.send(method, path, { ...call, isDeletion: true })
  }

  /** Creates a list, which asks for its first page when it is awaited or iterated. */
  list<T>(path: string, call: Call): List<T> {
    return new List(
      (query) => this.send<PageBody<T>>('GET', path, { ...call, query: { ...call.query, ...query } }),
      call,
    )
  }

  /** Returns the body of the response; undefined for a 204. @throws {HeedError} */
  async send<T>(method: Method, path: string, { query, body, options = {}, isDeletion }: Call): Promise<T> {
    const { maxRetries = 3, timeoutMs = 30_000 } = { ...this.#options, ...defined(options) }
    const { signal } = options
    const headers = await this.#headers(method, body, options)
    const init = {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual' as const,
    }
    const attempt = { url: `${this.#base}${path}${toQuery(query)}`, init, signal, timeoutMs }
    let isResponseLost = false
    for (let retries = 0; ; retries++) {
      try {
        headers.authorization = `Bearer ${await this.#token()}`
        return (await this.#attempt(attempt)) as T
      } catch (error) {
        if (isDeletion && isResponseLost && isNotFound(error)) return undefined as T
        const ms = retries < maxRetries ? pauseBeforeRetry(error, retries) : null
        if (ms === null) throw error
        // If a proxy returns a 502 or 504, the server may still process the request.
        isResponseLost ||= [null, 502, 504].includes((error as HeedError).status)
        await pause(ms, signal)
      }
    }
  }

  async #headers(method: Method, body: object | undefined, options: PostOptions): Promise<Record<string, string>> {
    const headers: Record<string, string> = { accept: 'application/json' }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const serviceAgent = options.serviceAgent ?? this.#options.serviceAgent
    if (serviceAgent !== undefined) headers['x-service-agent'] = serviceAgent
    if (method === 'POST') headers['idempotency-key'] = options.idempotencyKey ?? (await randomId())
    return headers
  }

  async #token(): Promise<string> {
    const { token } = this.#options
    return typeof token === 'function' ? token() : token
  }

  /** Sends one request and reads its response. @throws {HeedError}, or the reason of an aborted signal */
  async #attempt({ url, init, signal, timeoutMs }: Attempt): Promise<unknown> {
    if (signal?.aborted) throw signal.reason
    // AbortSignal.any is missing in Node.js 18.
    const controller = new AbortController()
    const abort = () => controller.abort(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      controller.abort()
    }, timeoutMs)
    try {
      const send = this.#options.fetch ?? fetch
      const response = await send(url, { ...init, signal: controller.signal })
      return readBody(response, await response.text())
    } catch (cause) {
      if (cause instanceof HeedError) throw cause
      if (signal?.aborted) throw signal.reason
      const what = `${init.method} ${url}`
      if (isLate) throw new HeedError(`${what} took more than ${timeoutMs} ms.`, { code: 'timeout', cause })
      throw new HeedError(`${what} got no response: ${describe(cause)}`, { code: 'network_error', cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }
}

const isNotFound = (error: unknown): boolean => error instanceof HeedError && error.code === 'not_found'

function readBody(response: Response, text: string): unknown {
  if (!response.ok) throw toError(response, text)
  if (response.status === 204) return undefined
  const body = parseJson(text)
  if (body === null) throw unexpectedResponse(response)
  return body
}

/** Describes an error. Node.js puts the reason in the cause of “fetch failed”. */
const describe = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message ? cause.message : (message ?? String(error))
}

/** Leaves out undefined members, so that they do not replace defaults. */
const defined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>

function toQuery(query: object = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((each) => each !== undefined)
      .map((each) => `${name}=${encodeURIComponent(String(each))}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Inserts an id into a path. @throws {TypeError} for an id that would change the path */
export function segment(id: string): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id))
    throw new TypeError(`An id must be a non-empty string, not ${id}.`)
  return encodeURIComponent(id)
}

/** Node.js 18 has no global `crypto`. The name is a variable, so that bundlers for other platforms do not follow it. */
export async function webCrypto(): Promise<Crypto> {
  const name = 'node:crypto'
  return globalThis.crypto ?? (await import(name)).webcrypto
}

const randomId = async (): Promise<string> => (await webCrypto()).randomUUID()
