import { callTracker } from '../../client/http.ts'
import { type SessionOptions, TrackerError } from '../../tracker.ts'
import { parseData, unreadableResponse } from './errors.ts'

export const defaultApiUrl = 'https://api.linear.app'

/** Executes a GraphQL document and reads its data. @throws {TrackerError}, also if `read` fails on the data. */
export type LinearRequest = <Data, T>(document: string, variables: object, read: (data: Data) => T) => Promise<T>

export function createLinearRequest(access: SessionOptions): LinearRequest {
  return async <Data, T>(query: string, variables: object, read: (data: Data) => T) => {
    const response = await callTracker(access, `${access.apiUrl}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: authorizationHeader(access),
      },
      body: JSON.stringify({ query, variables }),
    })
    const data = parseData(response, access.credential, Date.now())
    try {
      return read(data as Data)
    } catch (cause) {
      // The response is JSON, but not what the query asked for.
      throw unreadableResponse(response.status, cause)
    }
  }
}

/** Personal API keys are sent without a scheme; only OAuth tokens are bearer tokens. */
function authorizationHeader({ credential }: SessionOptions): string {
  if (credential.kind === 'token') return credential.token
  if (credential.kind === 'oauth') return `Bearer ${credential.accessToken}`
  throw new TrackerError('refused', 'Linear requires a personal API key')
}
