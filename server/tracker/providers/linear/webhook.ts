import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TrackerWebhookEvent, TrackerWebhookRequest } from '../../tracker.ts'
import { isObject } from './errors.ts'

// As Linear advises: https://linear.app/developers/webhooks#securing-webhooks
const maxAgeMs = 60_000

/** The time is in the signed body; the header that repeats it is anybody's. */
export function verifyWebhook({ headers, body, secret, now }: TrackerWebhookRequest): TrackerWebhookEvent | null {
  if (!isSigned(body, headers['linear-signature'], secret)) return null
  const payload = parseJson(body)
  if (!isObject(payload)) return null
  const { webhookTimestamp, type, data } = payload
  if (typeof webhookTimestamp !== 'number') return null
  if (!(Math.abs(Date.parse(now) - webhookTimestamp) <= maxAgeMs)) return null
  const issueId = type === 'Issue' && isObject(data) && typeof data.id === 'string' ? data.id : null
  return { issueId }
}

function isSigned(body: Buffer, signature: string | string[] | undefined, secret: string): boolean {
  if (secret === '' || typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature)) return false
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(signature, 'hex'))
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}
