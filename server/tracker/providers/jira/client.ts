import { Check } from 'typebox/value'
import type { Static, TSchema } from '../../../platform/schemas.ts'
import { callTracker, parseJsonBody } from '../../client/http.ts'
import { type SessionOptions, TrackerError } from '../../tracker.ts'
import { detectFailure } from './errors.ts'
import { Myself } from './schemas.ts'

/** Asks for a path below /rest/api/3. Null when there is none, or none that this account may see. */
type JiraRequest = <T extends TSchema>(shape: T, path: string, body?: object) => Promise<Static<T> | null>

export interface JiraClient {
  request: JiraRequest
  /** Says who is asking. @throws revoked; refused where there is no Jira. */
  requireSignedIn(): Promise<Static<typeof Myself>>
}

/** Jira's REST API, version 3. A request with a body is a POST. @throws {TrackerError} */
export function createJiraClient(access: SessionOptions): JiraClient {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: authorizationHeader(access),
  }
  const ask: JiraRequest = async (shape, path, body) => {
    const request = body === undefined ? {} : ({ method: 'POST', body: JSON.stringify(body) } as const)
    const answer = await callTracker(access, `${access.apiUrl}/rest/api/3/${path}`, { ...request, headers })
    const failure = detectFailure(answer)
    if (failure !== null) throw failure
    if (answer.status === 404) return null
    const json = parseJsonBody('Jira', answer)
    if (Check(shape, json)) return json
    // Something has been done, but what came of it is not known.
    throw new TrackerError('unavailable', 'Jira answered something unexpected', { isOutcomeKnown: false })
  }
  return {
    request: ask,
    async requireSignedIn() {
      const myself = await ask(Myself, 'myself')
      if (myself === null) throw new TrackerError('refused', 'There is no Jira Cloud at this address')
      return myself
    },
  }
}

function authorizationHeader({ credential }: SessionOptions): string {
  if (credential.kind !== 'basic') throw new TrackerError('refused', 'Jira takes an e-mail address and an API token')
  return `Basic ${Buffer.from(`${credential.email}:${credential.token}`).toString('base64')}`
}

/** Ids are numbers in Jira; nothing else may reach a path or a query. */
export const isJiraId = (text: string): boolean => /^\d{1,19}$/.test(text)
