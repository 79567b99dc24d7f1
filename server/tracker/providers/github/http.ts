import type { OutboundRequest, OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { callTracker } from '../../client/http.ts'
import { type SessionOptions, TrackerError } from '../../tracker.ts'

export interface GitHubRequest {
  method?: OutboundRequest['method']
  body?: object
}

// What may stand in a header, which is all that GitHub's tokens are.
const headerSafe = /^[\x21-\x7e]+$/

/** One request, with whatever answer it gets. @throws unavailable; revoked for a token that can be none. */
export async function sendRequest(
  access: SessionOptions,
  token: string,
  path: string,
  { method = 'GET', body }: GitHubRequest = {},
): Promise<OutboundResponse> {
  if (!headerSafe.test(token)) throw new TrackerError('revoked', 'This is not a token of GitHub')
  return callTracker(access, `${access.apiUrl}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}
