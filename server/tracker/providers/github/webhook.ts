import { createHmac, timingSafeEqual } from 'node:crypto'
import Type from 'typebox'
import { Check } from 'typebox/value'
import type { TrackerWebhookEvent, TrackerWebhookRequest } from '../../tracker.ts'
import { buildIssueId } from './ids.ts'

/**
 * A call of GitHub's. It carries no time, so one that somebody has caught can be sent again; all that it says is which
 * issue to look at.
 */
export function verifyWebhook({ headers, body, secret }: TrackerWebhookRequest): TrackerWebhookEvent | null {
  if (!isSigned(headers['x-hub-signature-256'], body, secret)) return null
  return { issueId: headers['x-github-event'] === 'issues' ? parseIssueId(body) : null }
}

function isSigned(header: string | string[] | undefined, body: Buffer, secret: string): boolean {
  // Without a secret anybody could sign.
  if (typeof header !== 'string' || secret === '') return false
  const hex = /^sha256=([0-9a-f]{64})$/.exec(header)?.[1]
  return (
    hex !== undefined && timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(hex, 'hex'))
  )
}

const IssueEvent = Type.Object({
  repository: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
  issue: Type.Object({ number: Type.Integer({ minimum: 1 }) }),
})

function parseIssueId(body: Buffer): string | null {
  try {
    const call: unknown = JSON.parse(body.toString('utf8'))
    return Check(IssueEvent, call) ? buildIssueId(call.repository.id, call.issue.number) : null
  } catch {
    return null
  }
}
