import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HookDelivery, HookRequest } from '../../tracker.ts'
import { isObject } from './errors.ts'

// As Linear advises: https://linear.app/developers/webhooks#securing-webhooks
const ageAtMostMs = 60_000

/** The time is in the signed body; the header that repeats it is anybody's. */
export function receive({ headers, body, secret, now }: HookRequest): HookDelivery | null {
  if (!isSigned(body, headers['linear-signature'], secret)) return null
  const payload = parsed(body)
  if (!isObject(payload)) return null
  const { webhookTimestamp, type, data } = payload
  if (typeof webhookTimestamp !== 'number') return null
  if (!(Math.abs(Date.parse(now) - webhookTimestamp) <= ageAtMostMs)) return null
  const issueId = type === 'Issue' && isObject(data) && typeof data.id === 'string' ? data.id : null
  return { issueId }
}

function isSigned(body: Buffer, signature: string | string[] | undefined, secret: string): boolean {
  if (secret === '' || typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature)) return false
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(signature, 'hex'))
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}
