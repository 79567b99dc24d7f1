import { parseJsonOrNull } from '../../client/http.ts'
import { parseSha256Header, verifyHmacSha256 } from '../../client/signature.ts'
import type { TrackerWebhookEvent, TrackerWebhookRequest } from '../../tracker.ts'

// Jira retries for a while when it gets no answer, and clocks differ.
const maxAgeMs = 60 * 60_000
const maxClockSkewMs = 5 * 60_000

const issueEvents = new Set(['jira:issue_created', 'jira:issue_updated', 'jira:issue_deleted'])

/** Verifies a webhook request from Jira: the HMAC of the body, as in WebSub, in `X-Hub-Signature`. */
export function verifyWebhook({ headers, body, secret, now }: TrackerWebhookRequest): TrackerWebhookEvent | null {
  if (!verifyHmacSha256(body, secret, parseSha256Header(headers['x-hub-signature']))) return null
  const { timestamp, webhookEvent, issue } = parseEvent(body)
  if (typeof timestamp !== 'number') return null
  const ageMs = Date.parse(now) - timestamp
  if (!(ageMs <= maxAgeMs && ageMs >= -maxClockSkewMs)) return null
  const isIssueEvent = typeof webhookEvent === 'string' && issueEvents.has(webhookEvent)
  const id = isIssueEvent ? (issue as { id?: unknown } | null | undefined)?.id : null
  const isIssueId = (typeof id === 'string' || typeof id === 'number') && /^\d{1,19}$/.test(String(id))
  return { issueId: isIssueId ? String(id) : null }
}

function parseEvent(body: Buffer): { timestamp?: unknown; webhookEvent?: unknown; issue?: unknown } {
  const event = parseJsonOrNull(body)
  return typeof event === 'object' && event !== null ? event : {}
}
