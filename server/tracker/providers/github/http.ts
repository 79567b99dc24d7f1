import type { OutboundAnswer, OutboundRequest } from '../../../platform/outbound/outbound.ts'
import { call } from '../../client/http.ts'
import { type Access, TrackerError } from '../../tracker.ts'

export interface Question {
  method?: OutboundRequest['method']
  body?: object
}

// What may stand in a header, which is all that GitHub's tokens are.
const visible = /^[\x21-\x7e]+$/

/** One request, with whatever answer it gets. @throws unavailable; revoked for a token that can be none. */
export async function askPlainly(
  access: Access,
  token: string,
  path: string,
  { method = 'GET', body }: Question = {},
): Promise<OutboundAnswer> {
  if (!visible.test(token)) throw new TrackerError('revoked', 'This is not a token of GitHub')
  return call(access, `${access.apiUrl}${path}`, {
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
