import { parseJsonOrNull } from '../../client/http.ts'
import { verifyHmacSha256 } from '../../client/signature.ts'
import type { TrackerWebhookEvent, TrackerWebhookRequest } from '../../tracker.ts'
import { isObject } from './errors.ts'

// Linear's advice: https://linear.app/developers/webhooks#securing-webhooks
const maxAgeMs = 60_000

/**
 * Verifies a webhook request from Linear. The time comes from the signed body; the header with the time is not signed.
 */
export function verifyWebhook({ headers, body, secret, now }: TrackerWebhookRequest): TrackerWebhookEvent | null {
  if (!verifyHmacSha256(body, secret, headers['linear-signature'])) return null
  const payload = parseJsonOrNull(body)
  if (!isObject(payload)) return null
  const { webhookTimestamp, type, data } = payload
  if (typeof webhookTimestamp !== 'number') return null
  if (!(Math.abs(Date.parse(now) - webhookTimestamp) <= maxAgeMs)) return null
  const issueId = type === 'Issue' && isObject(data) && typeof data.id === 'string' ? data.id : null
  return { issueId }
}
