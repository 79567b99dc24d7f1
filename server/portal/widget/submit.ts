import { createHash } from 'node:crypto'
import { submitFeedback } from '../../feedback/public/submit.ts'
import { FeedbackCreate } from '../../feedback/schema.ts'
import { claimIdempotencyKey, storeResponse, validateIdempotencyKey } from '../../platform/http/api/idempotency.ts'
import { Strict } from '../../platform/schemas.ts'
import type { PortalContext } from '../http/context.ts'
import { jsonResponse, type PortalResponse } from '../http/response.ts'
import type { RequestBody } from '../http/route.ts'
import { requireAllowedOrigin, requireReadAccess, requireWidgetToken } from './access.ts'
import { jsonBodyParser } from './json-body.ts'

const { title, description, boardId, sourceUrl } = FeedbackCreate.properties

const readSubmission = jsonBodyParser(Strict({ title, description, boardId, pageUrl: sourceUrl }))

/**
 * A request from a page of the workspace's own: by whoever has a session there, else by nobody. With an `Idempotency-Key`
 * it is filed once however often it is sent.
 */
export async function postSubmission(visit: PortalContext, sent: RequestBody): Promise<PortalResponse> {
  const { services: portal, viewer } = visit
  requireAllowedOrigin(visit)
  requireWidgetToken(visit)
  requireReadAccess(visit)
  const customerId = viewer?.customerId ?? null
  const key = visit.header('idempotency-key')
  const { pageUrl, ...request } = readSubmission(visit, sent, key === null ? [] : validateIdempotencyKey(key))
  await portal.rateLimits.consume('request', visit, customerId)
  const participant = customerId === null ? null : { customerId, caps: portal.settings.trackedCustomerCaps }
  const claim =
    key === null ? null : { operation: `POST /submissions ${customerId ?? anonymousClientKey(visit, sent)}`, key }

  return visit.write(async (tx) => {
    const stored = claim && (await claimIdempotencyKey(tx, claim))
    if (stored)
      return { ...jsonResponse(JSON.parse(stored.body), stored.status), headers: { 'idempotency-replayed': 'true' } }
    const filed = await submitFeedback(tx, { ...request, sourceUrl: pageUrl }, participant)
    const status = filed.isNew ? 201 : 200
    const body = { data: { id: filed.id, status: filed.isPublic ? 'approved' : 'pending' } }
    if (claim) storeResponse(tx, claim, { status, body: JSON.stringify(body) })
    return jsonResponse(body, status)
  })
}

/**
 * Whose key it is: of that customer alone. Those who are nobody are not told apart, so theirs is of this request, from this
 * origin: two who take the same key are not answered with each other's.
 */
const anonymousClientKey = ({ origin }: PortalContext, { json }: RequestBody): string =>
  `anonymous ${createHash('sha256')
    .update(`${origin} ${JSON.stringify(json)}`)
    .digest('base64url')}`
