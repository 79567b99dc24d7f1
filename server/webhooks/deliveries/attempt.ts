import type { Kysely } from 'kysely'
import type { Vault } from '../../platform/crypto/vault.ts'
import { OutboundError, type OutboundFetch, type OutboundResponse } from '../../platform/outbound/outbound.ts'
import type { Tables } from '../../tables.ts'
import { composeChannelRequest } from '../channels/request.ts'
import type { WebhookAttempt } from '../schema.ts'
import type { ClaimedDelivery } from './claim.ts'
import { composeEventRequest } from './request.ts'
import { parseRetryAfter } from './schedule.ts'

const timeoutMs = 15_000
const excerptBytes = 1_024

export interface AttemptResult {
  attempt: WebhookAttempt
  outcome: 'succeeded' | 'gone' | 'failed' | 'skipped'
  /** The seconds that the receiver asks us to wait; null if it does not. */
  retryAfter: number | null
}

export interface AttemptDeps {
  vault: Vault
  fetch: OutboundFetch
  database: { db: Kysely<Tables> }
  /** For the links in messages to channels. Without a final slash. */
  publicUrl: string
}

/** Sends a delivery once. An error of the receiver or of the network is a failed attempt. */
export async function attemptDelivery(
  deps: AttemptDeps,
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
    const request = await compose(deps, delivery, Math.floor(startedAt / 1_000))
    if (request === null) {
      const attempt = result({ responseStatus: null, error: nothingToSend, responseExcerpt: null })
      return { attempt, outcome: 'skipped', retryAfter: null }
    }
    const response = await deps.fetch(request.url, {
      method: 'POST',
      headers: request.headers,
      body: request.body,
      signal: aborting.signal,
      excerptBytes,
    })
    const { status, text } = response
    const isSuccess = status >= 200 && status < 300
    const isGone = goneStatuses[delivery.provider === null ? 'webhook' : 'channel'].includes(status)
    const error = isSuccess ? null : describeStatus(status, isGone)
    return {
      // PostgreSQL does not store NUL characters.
      attempt: result({ responseStatus: status, error, responseExcerpt: text.replaceAll('\0', '�') }),
      outcome: isSuccess ? 'succeeded' : isGone ? 'gone' : 'failed',
      retryAfter: isSuccess ? null : readRetryAfter(response),
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

const nothingToSend = 'Nothing was sent, because what the message was about has been deleted or has changed'

/** A request to the receiver of a delivery. */
export interface DeliveryRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** Composes the request of a delivery; null if there is nothing to send. @throws {OutboundError} for an unreadable secret */
const compose = (deps: AttemptDeps, delivery: ClaimedDelivery, now: number): Promise<DeliveryRequest | null> =>
  delivery.provider === null
    ? Promise.resolve(composeEventRequest(deps.vault, delivery, now))
    : composeChannelRequest(deps, { ...delivery, provider: delivery.provider })

/** Statuses after which nothing more is sent. Providers do not reuse URLs, so an unknown URL of a channel stays unknown. */
const goneStatuses = { webhook: [410], channel: [404, 410] }

function describeStatus(status: number, isGone: boolean): string {
  if (isGone) return `The receiver is gone for good (status ${status})`
  if (status >= 300 && status < 400) return `Redirects are not followed (status ${status})`
  return `The receiver responded with status ${status}`
}

/** Discord's response body contains a more exact wait than the header. */
function readRetryAfter({ headers, text }: OutboundResponse): number | null {
  const inBody = /"retry_after"\s*:\s*(\d{1,6}(?:\.\d{1,6})?)/.exec(text)?.[1]
  const seconds = parseRetryAfter(headers['retry-after'], Date.now())
  return inBody === undefined ? seconds : Math.max(Number(inBody), seconds ?? 0)
}
