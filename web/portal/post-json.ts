/** What went wrong, in words for whoever pressed. */
export class RequestError extends Error {}

interface ResponseBody {
  signIn?: string
  error?: { message?: string }
}

/**
 * Sends JSON to the portal. Who is not signed in is led to where they can be; then nothing comes back.
 * @throws {RequestError}
 */
export async function postJson<T>(address: string, body: object): Promise<T | null> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new RequestError('There is no connection. Nothing was changed.')
  })
  // The portal became private, or the session was over.
  if (answer.redirected) {
    location.assign(answer.url)
    return null
  }
  // What stands in front of the portal may answer with a page of its own.
  const said = (await answer.json().catch(() => null)) as (ResponseBody & T) | null
  if (said?.signIn) {
    location.assign(said.signIn)
    return null
  }
  if (!answer.ok || said === null) {
    throw new RequestError(said?.error?.message ?? 'That did not work. Nothing was changed; try again in a minute.')
  }
  return said
}
