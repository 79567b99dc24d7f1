import type { OutboundRequest, OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { callTracker, headerSafe } from '../../client/http.ts'
import { type SessionOptions, TrackerError } from '../../tracker.ts'

export interface GitHubRequest {
  method?: OutboundRequest['method']
  body?: object
}

/** Sends one request and returns any response. @throws unavailable; revoked for a malformed token. */
export async function sendRequest(
  access: SessionOptions,
  token: string,
  path: string,
  { method = 'GET', body }: GitHubRequest = {},
): Promise<OutboundResponse> {
  if (!headerSafe.test(token)) throw new TrackerError('revoked', 'This is not a GitHub token')
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
