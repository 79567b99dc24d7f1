import { call } from '../../client/http.ts'
import { type Access, TrackerError } from '../../tracker.ts'
import { dataOf, unreadable } from './errors.ts'

export const defaultApiUrl = 'https://api.linear.app'

/** Carries a document out and reads the answer. @throws {TrackerError} also for an answer that cannot be read so. */
export type Ask = <Answer, T>(document: string, variables: object, read: (answer: Answer) => T) => Promise<T>

export function askOf(access: Access): Ask {
  return async <Answer, T>(query: string, variables: object, read: (answer: Answer) => T) => {
    const answer = await call(access, `${access.apiUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authorization: keyOf(access) },
      body: JSON.stringify({ query, variables }),
    })
    const data = dataOf(answer, access.credential, Date.now())
    try {
      return read(data as Answer)
    } catch (cause) {
      throw unreadable(answer.status, cause)
    }
  }
}

/** A personal key stands alone; only what OAuth gave is a bearer token. */
function keyOf({ credential }: Access): string {
  if (credential.kind === 'token') return credential.token
  if (credential.kind === 'oauth') return `Bearer ${credential.accessToken}`
  throw new TrackerError('refused', 'Linear takes a personal API key')
}
