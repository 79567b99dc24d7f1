import type { WebhookEvent } from './events.ts'
import { webCrypto } from './transport.ts'

type HeaderValues = Headers | Record<string, string | string[] | undefined>

export interface WebhookRequest {
  /** The unparsed body. A body that was parsed and serialized again has a different signature. */
  body: string | ArrayBuffer | Uint8Array
  headers: HeaderValues
  /** The secret of the webhook, `whsec_…`, or a list of secrets during a rotation. */
  secret: string | string[]
  /** The maximum difference between the clocks, in seconds. Default: 300. */
  toleranceSeconds?: number
}

/** Says why a webhook is not accepted. Respond with status 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

/**
 * Returns the event of a webhook whose signature is valid (Standard Webhooks).
 * @throws {WebhookVerificationError} for a request that Heed did not sign, or signed too long ago
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const { body, headers, secret, toleranceSeconds = 300 } = request
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    readHeader(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('The request has no webhook headers.')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError('The timestamp is too far from this clock.')
  }
  const bytes = toBytes(body)
  const signed = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const candidates = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []))
  if (!(await isSignedByAny(signed, candidates, [secret].flat()))) {
    throw new WebhookVerificationError('No signature matches the body and the secret.')
  }
  return { id, ...JSON.parse(new TextDecoder().decode(bytes)) }
}

/** Compares in constant time, which `subtle.verify` does. */
async function isSignedByAny(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string[],
  secrets: string[],
): Promise<boolean> {
  const { subtle } = await webCrypto()
  for (const secret of secrets) {
    const bytes = fromBase64(secret.replace(/^whsec_/, ''))
    if (!bytes?.length) throw new TypeError('secret must be the secret of a webhook: whsec_…')
    const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of signatures) {
      const mac = fromBase64(signature)
      if (mac && (await subtle.verify('HMAC', key, mac, signed))) return true
    }
  }
  return false
}

function readHeader(headers: HeaderValues, name: string): string | undefined {
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? undefined
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  return Array.isArray(found) ? found[0] : (found as string | undefined)
}

function toBytes(body: WebhookRequest['body']): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError('body must be the body as it arrived: text or bytes, not a parsed object.')
}

function concatenate(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(a.length + b.length)
  whole.set(a)
  whole.set(b, a.length)
  return whole
}

/** Returns null for text that is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
