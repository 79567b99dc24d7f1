import Type from 'typebox'
import { Check } from 'typebox/value'
import { parseJsonOrNull } from '../../client/http.ts'
import { parseSha256Header, verifyHmacSha256 } from '../../client/signature.ts'
import type { TrackerWebhookEvent, TrackerWebhookRequest } from '../../tracker.ts'
import { buildIssueId } from './ids.ts'

/**
 * Verifies a webhook request from GitHub. It carries no time, so a captured request can be replayed, but all it says is
 * which issue to read.
 */
export function verifyWebhook({ headers, body, secret }: TrackerWebhookRequest): TrackerWebhookEvent | null {
  if (!verifyHmacSha256(body, secret, parseSha256Header(headers['x-hub-signature-256']))) return null
  return { issueId: headers['x-github-event'] === 'issues' ? parseIssueId(body) : null }
}

const IssueEvent = Type.Object({
  repository: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
  issue: Type.Object({ number: Type.Integer({ minimum: 1 }) }),
})

function parseIssueId(body: Buffer): string | null {
  const event = parseJsonOrNull(body)
  return Check(IssueEvent, event) ? buildIssueId(event.repository.id, event.issue.number) : null
}
