import type { OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { parseRetryAfter, toOneLine, toUnavailableError } from '../../client/http.ts'
import { TrackerError } from '../../tracker.ts'

/** What an answer that is none of 2xx and 404 says; null for those. */
export function detectFailure(answer: OutboundResponse): TrackerError | null {
  const { status, headers } = answer
  const unavailable = toUnavailableError('Jira', answer)
  if (unavailable !== null) return withJiraLimits(unavailable, answer)
  if (status === 401 || isAuthenticationDenied(headers)) {
    return new TrackerError('revoked', 'Jira no longer accepts this e-mail address and API token')
  }
  if (status < 300 || status === 404) return null
  if (status < 400)
    return new TrackerError('refused', 'This address leads to another one: name the site of Jira itself')
  return new TrackerError(isProjectMissing(answer) ? 'stale' : 'refused', errorText(answer))
}

/**
 * With a token that has run out Jira goes on answering, as it does to a stranger: 404 for what is there, empty lists.
 * Only these headers tell.
 */
function isAuthenticationDenied(headers: OutboundResponse['headers']): boolean {
  const reasons = [headers['x-seraph-loginreason'] ?? []].flat().join()
  return /AUTHENTICATED_FAILED|AUTHENTICATION_DENIED/.test(reasons) || 'x-authentication-denied-reason' in headers
}

/** Some limits say in headers of their own when they end; and with 503 answers also what stands before Jira. */
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
    return { errorMessages: [], errors: [] }
  }
}

/** What a new issue is refused with when its project is gone. */
const isProjectMissing = (answer: OutboundResponse): boolean =>
  answer.status === 400 && parseErrorBody(answer).errors.some(([field]) => field === 'project' || field === 'pid')

function errorText(answer: OutboundResponse): string {
  const { errorMessages, errors } = parseErrorBody(answer)
  const words = [...errorMessages, ...errors.map(([field, text]) => `${field}: ${text}`)].map(toOneLine).join('; ')
  return toOneLine(words).replace(/\.$/, '') || `It gives no reason (${answer.status})`
}
