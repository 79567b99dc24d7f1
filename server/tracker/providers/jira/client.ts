import { Check, Errors } from 'typebox/value'
import type { Static, TSchema } from '../../../platform/schemas.ts'
import { callTracker, parseJsonBody } from '../../client/http.ts'
import { type SessionOptions, TrackerError } from '../../tracker.ts'
import { detectFailure } from './errors.ts'
import { Myself } from './schemas.ts'

/** Requests a path below /rest/api/3; null for a 404, which Jira also returns for what the account may not see. */
type JiraRequest = <T extends TSchema>(shape: T, path: string, body?: object) => Promise<Static<T> | null>

export interface JiraClient {
  request: JiraRequest
  /** Verifies the credential and returns its account. @throws revoked; refused if there is no Jira at the address. */
  requireSignedIn(): Promise<Static<typeof Myself>>
}

/** Creates a client for Jira's REST API, version 3. A request with a body is a POST. @throws {TrackerError} */
export function createJiraClient(access: SessionOptions): JiraClient {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: authorizationHeader(access),
  }
  const request: JiraRequest = async (shape, path, body) => {
    const options = body === undefined ? {} : ({ method: 'POST', body: JSON.stringify(body) } as const)
    const response = await callTracker(access, `${access.apiUrl}/rest/api/3/${path}`, { ...options, headers })
    const failure = detectFailure(response)
    if (failure !== null) throw failure
    if (response.status === 404) return null
    const json = parseJsonBody('Jira', response)
    if (Check(shape, json)) return json
    // The request may have taken effect, but its result is unknown.
    const [mismatch] = Errors(shape, json)
    const cause = new Error(`${path}: ${mismatch?.instancePath} ${mismatch?.message}`)
    throw new TrackerError('unavailable', 'Jira returned an unexpected response', { isOutcomeKnown: false, cause })
  }
  return {
    request,
    async requireSignedIn() {
      const myself = await request(Myself, 'myself')
      if (myself === null) throw new TrackerError('refused', 'There is no Jira Cloud at this address')
      return myself
    },
  }
}

function authorizationHeader({ credential }: SessionOptions): string {
  if (credential.kind !== 'basic') throw new TrackerError('refused', 'Jira needs an email address and an API token')
  return `Basic ${Buffer.from(`${credential.email}:${credential.token}`).toString('base64')}`
}

/** Jira ids are numbers. Nothing else may reach a path or query. */
export const isJiraId = (text: string): boolean => /^\d{1,19}$/.test(text)
