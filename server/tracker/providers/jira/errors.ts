import type { OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { parseRetryAfter, toOneLine, toUnavailableError } from '../../client/http.ts'
import { TrackerError } from '../../tracker.ts'

/** Returns the error that a response stands for; null for 2xx and 404. */
export function detectFailure(response: OutboundResponse): TrackerError | null {
  const { status, headers } = response
  const unavailable = toUnavailableError('Jira', response)
  if (unavailable !== null) return withJiraLimits(unavailable, response)
  if (status === 401 || isAuthenticationDenied(headers)) {
    return new TrackerError('revoked', 'Jira no longer accepts this email address and API token')
  }
  if (status < 300 || status === 404) return null
  if (status < 400)
    return new TrackerError('refused', 'This address redirects to another one: use the address of the Jira site itself')
  return new TrackerError(isProjectMissing(response) ? 'stale' : 'refused', errorText(response))
}

/**
 * Detects an expired token by its headers. Jira otherwise responds as to a client that is not signed in: with empty
 * lists, and 404 for what exists.
 */
function isAuthenticationDenied(headers: OutboundResponse['headers']): boolean {
  const reasons = [headers['x-seraph-loginreason'] ?? []].flat().join()
  return /AUTHENTICATED_FAILED|AUTHENTICATION_DENIED/.test(reasons) || 'x-authentication-denied-reason' in headers
}

/**
 * Adds the reset time of limits that have their own headers. The outcome of a 503 is unknown: it may come from a
 * gateway.
 */
function withJiraLimits(
  { kind, message, ...details }: TrackerError,
  { status, headers }: OutboundResponse,
): TrackerError {
  const reset = headers['x-ratelimit-reset'] ?? headers['x-beta-ratelimit-reset']
  const resetSeconds = reset === undefined ? null : parseRetryAfter(reset, Date.now())
  const retryAfterSeconds = details.retryAfterSeconds ?? resetSeconds
  return new TrackerError(kind, message, {
    isOutcomeKnown: details.isOutcomeKnown && status !== 503,
    retryAfterSeconds,
  })
}

interface JiraErrorBody {
  errorMessages: string[]
  /** By field. */
  errors: [string, string][]
}

const isText = (value: unknown): value is string => typeof value === 'string'

function parseErrorBody({ text }: OutboundResponse): JiraErrorBody {
  try {
    const { errorMessages, errors, message } = JSON.parse(text)
    return {
      errorMessages: [errorMessages, message].flat().filter(isText),
      errors: Object.entries(errors ?? {}).filter((entry): entry is [string, string] => isText(entry[1])),
    }
  } catch {
    // A proxy in front of Jira answers with HTML.
    return { errorMessages: [], errors: [] }
  }
}

/** Recognizes the rejection of an issue whose project is gone. */
const isProjectMissing = (response: OutboundResponse): boolean =>
  response.status === 400 && parseErrorBody(response).errors.some(([field]) => field === 'project' || field === 'pid')

function errorText(response: OutboundResponse): string {
  const { errorMessages, errors } = parseErrorBody(response)
  const text = [...errorMessages, ...errors.map(([field, error]) => `${field}: ${error}`)].map(toOneLine).join('; ')
  return toOneLine(text).replace(/\.$/, '') || `No reason was given (${response.status})`
}
