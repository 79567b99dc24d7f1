import type { Vault } from '../../platform/crypto/vault.ts'
import { OutboundError, type OutboundFetch } from '../../platform/outbound/outbound.ts'
import type { WebhookAttempt } from '../schema.ts'
import { openSecret, signDelivery } from '../secret.ts'
import type { ClaimedDelivery } from './claim.ts'
import { parseRetryAfter } from './schedule.ts'

const timeoutMs = 15_000
const excerptBytes = 1_024

export interface AttemptResult {
  attempt: WebhookAttempt
  outcome: 'succeeded' | 'gone' | 'failed'
  /** The seconds in `Retry-After`; null without one. */
  retryAfter: number | null
}

export interface AttemptDeps {
  vault: Vault
  fetch: OutboundFetch
}

/** Sends a delivery once. Never rejects: an error is a failed attempt. */
export async function attemptDelivery(
  { vault, fetch }: AttemptDeps,
  delivery: ClaimedDelivery,
  stopping: AbortSignal,
): Promise<AttemptResult> {
  const startedAt = Date.now()
  const started = performance.now()
  // The timer and the listener are removed after the attempt. AbortSignal.timeout and AbortSignal.any would keep their
  // memory until the timeout.
  const aborting = new AbortController()
  const abort = () => aborting.abort()
  const timer = setTimeout(abort, timeoutMs)
  stopping.addEventListener('abort', abort)
  const result = (fields: Pick<WebhookAttempt, 'responseStatus' | 'error' | 'responseExcerpt'>): WebhookAttempt => ({
    at: new Date(startedAt).toISOString(),
    durationMs: Math.round(performance.now() - started),
    ...fields,
  })
  try {
    const { status, headers, text } = await fetch(delivery.url, {
      method: 'POST',
      ...compose(vault, delivery, Math.floor(startedAt / 1_000)),
      signal: aborting.signal,
      excerptBytes,
    })
    const isSuccess = status >= 200 && status < 300
    const error = isSuccess ? null : describeStatus(status)
    return {
      // PostgreSQL does not store NUL characters.
      attempt: result({ responseStatus: status, error, responseExcerpt: text.replaceAll('\0', '�') }),
      outcome: isSuccess ? 'succeeded' : status === 410 ? 'gone' : 'failed',
      retryAfter: isSuccess ? null : parseRetryAfter(headers['retry-after'], Date.now()),
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const attempt = result({ responseStatus: null, error: error.message, responseExcerpt: null })
    return { attempt, outcome: 'failed', retryAfter: null }
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', abort)
  }
}

function describeStatus(status: number): string {
  if (status === 410) return 'The receiver is gone for good (status 410)'
  if (status >= 300 && status < 400) return `Redirects are not followed (status ${status})`
  return `The receiver responded with status ${status}`
}

/** Composes the request (Standard Webhooks). @throws {OutboundError} if the secret cannot be read */
function compose(vault: Vault, delivery: ClaimedDelivery, timestamp: number) {
  const secrets = delivery.secrets.map((sealed) => openSecret(vault, sealed, { ...delivery, id: delivery.webhookId }))
  if (secrets.includes(null)) {
    throw new OutboundError('The secret cannot be read, because SECRET_KEY has changed. Rotate the secret.', {
      isForbidden: true,
    })
  }
  const { eventId: id } = delivery
  const body = composeBody(delivery)
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signDelivery(secrets as string[], { id, timestamp, body }),
  }
  return { headers, body }
}

/** Composes the body of a delivery. Its data is JSON and is not parsed. */
export const composeBody = ({ eventType, eventAt, data }: Pick<ClaimedDelivery, 'eventType' | 'eventAt' | 'data'>) =>
  `{"type":"${eventType}","timestamp":"${eventAt}","data":${data}}`
