import { problem } from '../../platform/problems.ts'
import { OneOf, Strict, Uuid } from '../../platform/schemas.ts'
import { setOwnVote } from '../../votes/set-own.ts'
import type { PortalContext } from '../http/context.ts'
import { jsonResponse, type PortalResponse } from '../http/response.ts'
import type { RequestBody } from '../http/route.ts'
import { requireAllowedOrigin } from './access.ts'
import { jsonBodyParser } from './json-body.ts'

const readVote = jsonBodyParser(Strict({ feedbackId: Uuid(), vote: OneOf(['cast', 'withdraw']) }))

/** The wanted state of a customer's vote. @throws 401 for who has no session */
export async function postWidgetVote(visit: PortalContext, sent: RequestBody): Promise<PortalResponse> {
  const { services: portal, viewer } = visit
  requireAllowedOrigin(visit)
  if (viewer === null) {
    throw problem('unauthorized', 'Authorization must be Bearer and the token of a session.', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
  const { customerId } = viewer
  await portal.rateLimits.consume('vote', visit, customerId)
  const wanted = readVote(visit, sent)
  const caps = portal.settings.trackedCustomerCaps
  const isCast = wanted.vote === 'cast'
  return jsonResponse({
    data: await visit.write((tx) => setOwnVote(tx, wanted.feedbackId, isCast, { customerId, caps })),
  })
}
