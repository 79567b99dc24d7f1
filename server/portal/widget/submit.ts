import { createHash } from 'node:crypto'
import { FeedbackCreate } from '../../feedback/schema.ts'
import { submitFeedback } from '../../feedback/public/submit.ts'
import { claimKey, idempotencyKeyProblem, storeReply } from '../../platform/http/api/idempotency.ts'
import { Strict } from '../../platform/schemas.ts'
import { type Answer, data } from '../http/response.ts'
import type { Sent } from '../http/route.ts'
import type { Visit } from '../http/context.ts'
import { admitOrigin, admitReader, admitToken } from './access.ts'
import { jsonReader } from './json-body.ts'

const { title, description, boardId, sourceUrl } = FeedbackCreate.properties

const readSubmission = jsonReader(Strict({ title, description, boardId, pageUrl: sourceUrl }))

/**
 * A request from a page of the workspace's own: by whoever has a session there, else by nobody. With an `Idempotency-Key`
 * it is filed once however often it is sent.
 */
export async function submit(visit: Visit, sent: Sent): Promise<Answer> {
  const { portal, viewer } = visit
  admitOrigin(visit)
  admitToken(visit)
  admitReader(visit)
  const customerId = viewer?.customerId ?? null
  const key = visit.header('idempotency-key')
  const { pageUrl, ...request } = readSubmission(visit, sent, key === null ? [] : idempotencyKeyProblem(key))
  await portal.guard.count('request', visit, customerId)
  const participant = customerId === null ? null : { customerId, caps: portal.settings.trackedCustomerCaps }
  const claim = key === null ? null : { operation: `POST /submissions ${customerId ?? nobodyOf(visit, sent)}`, key }

  return visit.write(async (tx) => {
    const stored = claim && (await claimKey(tx, claim))
    if (stored) return { ...data(JSON.parse(stored.body), stored.status), headers: { 'idempotency-replayed': 'true' } }
    const filed = await submitFeedback(tx, { ...request, sourceUrl: pageUrl }, participant)
    const status = filed.isNew ? 201 : 200
    const body = { data: { id: filed.id, status: filed.isPublic ? 'approved' : 'pending' } }
    if (claim) storeReply(tx, claim, { status, body: JSON.stringify(body) })
    return data(body, status)
  })
}

/**
 * Whose key it is: of that customer alone. Those who are nobody are not told apart, so theirs is of this request, from this
 * origin: two who take the same key are not answered with each other's.
 */
const nobodyOf = ({ origin }: Visit, { json }: Sent): string =>
  `anonymous ${createHash('sha256')
    .update(`${origin} ${JSON.stringify(json)}`)
    .digest('base64url')}`
