import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import type { Agent, Dispatcher } from 'undici'
import { parseS3Url } from '../../platform/s3-url.ts'
import { takeRange } from '../byte-range.ts'
import type { FileStore } from './store.ts'

// Long enough for 10 MB over a slow connection, short enough that a hanging store does not hold uploads for long.
const timeoutMs = 60_000

interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE' | 'HEAD'
  /** Below the bucket; empty for the bucket itself. */
  key: string
  headers?: Record<string, string>
  body?: Readable
}

/**
 * Stores files in a bucket of an S3-compatible store. The operator has configured its address, which may be in a private
 * network, so the rules for outbound requests do not apply. No user decides where requests go.
 */
export function createS3Store(s3Url: string): FileStore {
  const location = parseS3Url(s3Url)
  let client: Promise<{ request: typeof import('undici').request; agent: Agent }> | undefined
  // Loaded at the first call, as in outbound.ts.
  const loadClient = async () => {
    const { Agent, request } = await import('undici')
    return {
      request,
      agent: new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect: { timeout: 5_000 } }),
    }
  }

  async function send({ method, key, headers, body }: S3Request): Promise<Dispatcher.ResponseData> {
    const signed = await new AwsV4Signer({
      ...location,
      url: key === '' ? location.bucketUrl : `${location.bucketUrl}/${key}`,
      service: 's3',
      method,
      // The body is streamed, so its hash is not known yet. TLS protects it, and stores require TLS for this.
      headers: { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    }).sign()
    client ??= loadClient()
    const { request, agent } = await client
    return request(signed.url, {
      dispatcher: agent,
      method,
      headers: Object.fromEntries(signed.headers),
      body: body ?? null,
    })
  }

  /** Sends a request whose response has no body that matters. @throws unless the status is a success or `allowed` */
  async function expectSuccess(request: S3Request, allowed: number[] = []): Promise<void> {
    const response = await send(request)
    await response.body.dump()
    const { statusCode } = response
    if ((statusCode < 200 || statusCode >= 300) && !allowed.includes(statusCode)) throw failure(request, statusCode)
  }

  return {
    async put(key, path, type) {
      const { size } = await stat(path)
      const headers = { 'content-type': type, 'content-length': String(size) }
      await expectSuccess({ method: 'PUT', key, headers, body: createReadStream(path) })
    },
    async open(key, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      const request: S3Request = { method: 'GET', key, ...(headers && { headers }) }
      const { statusCode, body } = await send(request)
      if (statusCode === 206 && range) return body
      // A store may ignore ranges (RFC 9110, section 14.2).
      if (statusCode === 200) return range === undefined ? body : Readable.from(takeRange(body, range))
      await body.dump()
      if (statusCode === 404) return null
      throw failure(request, statusCode)
    },
    remove: (key) => expectSuccess({ method: 'DELETE', key }, [404]),
    check: () => expectSuccess({ method: 'HEAD', key: '' }),
    async close() {
      const loaded = await client
      client = undefined
      await loaded?.agent.destroy()
    },
  }
}

const failure = ({ method }: S3Request, status: number): Error =>
  new Error(`The store in S3_URL answered ${method} with status ${status}`)
