import { messages } from './messages.ts'
import { proveWork } from './proof-of-work.ts'

/** A failed request; its message is shown to the reader. */
export class RequestError extends Error {}

interface ResponseBody {
  signIn?: string
  error?: { message?: string }
}

/**
 * Sends JSON to the portal. Returns null if it redirects a signed-out visitor to sign in.
 * @throws {RequestError}
 */
export async function postJson<T>(address: string, input: object, proof: string | null = null): Promise<T | null> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(proof !== null && { 'heed-proof': proof }),
    },
    body: JSON.stringify(input),
  }).catch(() => {
    throw new RequestError(messages.offline)
  })
  // The portal has become private, or the session has expired.
  if (response.redirected) {
    location.assign(response.url)
    return null
  }
  // The visitor's network is near its limit. When asked for a proof of work, the browser computes it and tries again,
  // once.
  if (response.status === 429 && proof === null) {
    const work = await proveWork(address, 'vote')
    if (work !== null) return postJson(address, input, work)
  }
  // A proxy in front of the portal may respond with a page of its own.
  const body = (await response.json().catch(() => null)) as (ResponseBody & T) | null
  if (body?.signIn) {
    location.assign(body.signIn)
    return null
  }
  if (!response.ok || body === null) throw new RequestError(body?.error?.message ?? messages.failed)
  return body
}
