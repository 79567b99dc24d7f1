import { createHash } from 'node:crypto'
import { submitFeedback } from '../../feedback/public/submit.ts'
import { FeedbackCreate } from '../../feedback/schema.ts'
import { claimIdempotencyKey, storeResponse, validateIdempotencyKey } from '../../platform/http/api/idempotency.ts'
import { Strict } from '../../platform/schemas.ts'
import type { PortalContext } from '../http/context.ts'
import { countAction, isSuspect, proofHeader } from '../http/participate.ts'
import { jsonResponse, type PortalResponse } from '../http/response.ts'
import type { RequestBody } from '../http/route.ts'
import { requireAllowedOrigin, requireReadAccess, requireWidgetToken } from './access.ts'
import { jsonBodyParser } from './json-body.ts'

const { title, description, boardId, sourceUrl } = FeedbackCreate.properties

const parseSubmission = jsonBodyParser(Strict({ title, description, boardId, pageUrl: sourceUrl }))

/**
 * Submits a request from one of the workspace's own pages, as the session's customer or anonymously. With an
 * `Idempotency-Key`, sending it again submits nothing new.
 */
export async function postSubmission(context: PortalContext, body: RequestBody): Promise<PortalResponse> {
  const { deps, viewer } = context
  requireAllowedOrigin(context)
  requireWidgetToken(context)
  requireReadAccess(context)
  const customerId = viewer?.customerId ?? null
  const key = context.header('idempotency-key')
  const { pageUrl, ...request } = parseSubmission(context, body, key === null ? [] : validateIdempotencyKey(key))
  await countAction(context, 'request', customerId)
  const options = { isSuspect: await isSuspect(context, 'request', context.header(proofHeader)) }
  const participant = customerId === null ? null : { customerId, caps: deps.settings.trackedCustomerCaps }
  const claim =
    key === null ? null : { operation: `POST /submissions ${customerId ?? anonymousClientKey(context, body)}`, key }

  return context.write(async (tx) => {
    const stored = claim && (await claimIdempotencyKey(tx, claim))
    if (stored)
      return { ...jsonResponse(JSON.parse(stored.body), stored.status), headers: { 'idempotency-replayed': 'true' } }
    const submitted = await submitFeedback(tx, { ...request, sourceUrl: pageUrl }, participant, options)
    const status = submitted.isNew ? 201 : 200
    const result = { data: { id: submitted.id, status: submitted.isPublic ? 'approved' : 'pending' } }
    if (claim) storeResponse(tx, claim, { status, body: JSON.stringify(result) })
    return jsonResponse(result, status)
  })
}

/**
 * Returns what an anonymous visitor's idempotency key is scoped to: this body from this origin. Anonymous visitors
 * cannot be told apart, and two of them who use the same key must not get each other's response.
 */
const anonymousClientKey = ({ origin }: PortalContext, { json }: RequestBody): string =>
  `anonymous ${createHash('sha256')
    .update(`${origin} ${JSON.stringify(json)}`)
    .digest('base64url')}`
