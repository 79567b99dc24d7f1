import { problem } from '../../platform/problems.ts'
import { OneOf, Strict, Uuid } from '../../platform/schemas.ts'
import type { PortalContext } from '../http/context.ts'
import { jsonResponse, type PortalResponse } from '../http/response.ts'
import type { RequestBody } from '../http/route.ts'
import { widgetMessages } from '../messages/widget.ts'
import { setVote } from '../requests/set-vote.ts'
import { requireAllowedOrigin } from './access.ts'
import { jsonBodyParser } from './json-body.ts'

const parseVote = jsonBodyParser(Strict({ feedbackId: Uuid(), vote: OneOf(['cast', 'withdraw']) }))

/** Sets or withdraws a customer's vote. @throws 401 without a session */
export async function postWidgetVote(context: PortalContext, body: RequestBody): Promise<PortalResponse> {
  const { viewer } = context
  requireAllowedOrigin(context)
  if (viewer === null) {
    throw problem('unauthorized', 'Send a session token: Authorization: Bearer <token>.', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
  const { feedbackId, vote } = parseVote(context, body)
  const data = await setVote(context, viewer.customerId, feedbackId, vote === 'cast', widgetMessages.tooManyVotes)
  return jsonResponse({ data })
}
