import { messages } from './messages.ts'

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
export async function postJson<T>(address: string, body: object): Promise<T | null> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new RequestError(messages.offline)
  })
  // The portal has become private, or the session has expired.
  if (answer.redirected) {
    location.assign(answer.url)
    return null
  }
  // A proxy in front of the portal may respond with a page of its own.
  const response = (await answer.json().catch(() => null)) as (ResponseBody & T) | null
  if (response?.signIn) {
    location.assign(response.signIn)
    return null
  }
  if (!answer.ok || response === null) throw new RequestError(response?.error?.message ?? messages.failed)
  return response
}
