import { callTracker } from '../../client/http.ts'
import { type SessionOptions, TrackerError } from '../../tracker.ts'
import { parseData, unreadableResponse } from './errors.ts'

export const defaultApiUrl = 'https://api.linear.app'

/** Carries a document out and reads the answer. @throws {TrackerError} also for an answer that cannot be read so. */
export type LinearRequest = <Answer, T>(document: string, variables: object, read: (answer: Answer) => T) => Promise<T>

export function createLinearRequest(access: SessionOptions): LinearRequest {
  return async <Answer, T>(query: string, variables: object, read: (answer: Answer) => T) => {
    const answer = await callTracker(access, `${access.apiUrl}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: authorizationHeader(access),
      },
      body: JSON.stringify({ query, variables }),
    })
    const data = parseData(answer, access.credential, Date.now())
    try {
      return read(data as Answer)
    } catch (cause) {
      throw unreadableResponse(answer.status, cause)
    }
  }
}

/** A personal key stands alone; only what OAuth gave is a bearer token. */
function authorizationHeader({ credential }: SessionOptions): string {
  if (credential.kind === 'token') return credential.token
  if (credential.kind === 'oauth') return `Bearer ${credential.accessToken}`
  throw new TrackerError('refused', 'Linear takes a personal API key')
}
