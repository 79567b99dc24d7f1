import type { OutboundAnswer } from '../../../platform/outbound/outbound.ts'
import { inWords, retryAfterOf, unavailableOf } from '../../client/http.ts'
import { TrackerError } from '../../tracker.ts'

/** What an answer that is none of 2xx and 404 says; null for those. */
export function failureOf(answer: OutboundAnswer): TrackerError | null {
  const { status, headers } = answer
  const unavailable = unavailableOf('Jira', answer)
  if (unavailable !== null) return asJiraMeans(unavailable, answer)
  if (status === 401 || isTurnedAway(headers)) {
    return new TrackerError('revoked', 'Jira no longer accepts this e-mail address and API token')
  }
  if (status < 300 || status === 404) return null
  if (status < 400)
    return new TrackerError('refused', 'This address leads to another one: name the site of Jira itself')
  return new TrackerError(namesNoProject(answer) ? 'stale' : 'refused', wordsOf(answer))
}

/**
 * With a token that has run out Jira goes on answering, as it does to a stranger: 404 for what is there, empty lists.
 * Only these headers tell.
 */
function isTurnedAway(headers: OutboundAnswer['headers']): boolean {
  const reasons = [headers['x-seraph-loginreason'] ?? []].flat().join()
  return /AUTHENTICATED_FAILED|AUTHENTICATION_DENIED/.test(reasons) || 'x-authentication-denied-reason' in headers
}

/** Some limits say in headers of their own when they end; and with 503 answers also what stands before Jira. */
function asJiraMeans({ kind, message, ...details }: TrackerError, { status, headers }: OutboundAnswer): TrackerError {
  const reset = headers['x-ratelimit-reset'] ?? headers['x-beta-ratelimit-reset']
  const resetSeconds = reset === undefined ? null : retryAfterOf(reset, Date.now())
  const retryAfterSeconds = details.retryAfterSeconds ?? resetSeconds
  return new TrackerError(kind, message, { isSettled: details.isSettled && status !== 503, retryAfterSeconds })
}

interface Complaint {
  errorMessages: string[]
  /** By field. */
  errors: [string, string][]
}

const isText = (value: unknown): value is string => typeof value === 'string'

function complaintOf({ text }: OutboundAnswer): Complaint {
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
const namesNoProject = (answer: OutboundAnswer): boolean =>
  answer.status === 400 && complaintOf(answer).errors.some(([field]) => field === 'project' || field === 'pid')

function wordsOf(answer: OutboundAnswer): string {
  const { errorMessages, errors } = complaintOf(answer)
  const words = [...errorMessages, ...errors.map(([field, text]) => `${field}: ${text}`)].map(inWords).join('; ')
  return inWords(words).replace(/\.$/, '') || `It gives no reason (${answer.status})`
}
