import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TrackerWebhookEvent, TrackerWebhookRequest } from '../../tracker.ts'

// Jira tries again for a while when it gets no answer; and clocks differ.
const maxAgeMs = 60 * 60_000
const maxClockSkewMs = 5 * 60_000

const aboutIssues = new Set(['jira:issue_created', 'jira:issue_updated', 'jira:issue_deleted'])

/** A call of a webhook with a secret: HMAC of the body as WebSub has it, in `X-Hub-Signature`. */
export function verifyWebhook({ headers, body, secret, now }: TrackerWebhookRequest): TrackerWebhookEvent | null {
  if (!isSigned(headers['x-hub-signature'], body, secret)) return null
  const { timestamp, webhookEvent, issue } = readBody(body)
  if (typeof timestamp !== 'number') return null
  const ageMs = Date.parse(now) - timestamp
  if (!(ageMs <= maxAgeMs && ageMs >= -maxClockSkewMs)) return null
  const isAboutIssue = typeof webhookEvent === 'string' && aboutIssues.has(webhookEvent)
  const id = isAboutIssue ? (issue as { id?: unknown } | null | undefined)?.id : null
  const isId = (typeof id === 'string' || typeof id === 'number') && /^\d{1,19}$/.test(String(id))
  return { issueId: isId ? String(id) : null }
}

function isSigned(header: string | string[] | undefined, body: Buffer, secret: string): boolean {
  const sent = typeof header === 'string' ? /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1] : undefined
  if (sent === undefined || secret === '') return false
  return timingSafeEqual(Buffer.from(sent, 'hex'), createHmac('sha256', secret).update(body).digest())
}

function readBody(body: Buffer): { timestamp?: unknown; webhookEvent?: unknown; issue?: unknown } {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'))
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {}
  }
}
