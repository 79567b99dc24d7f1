import { listSimilarPublicRequests } from '../../feedback/public/similar.ts'
import type { PortalContext } from '../http/context.ts'
import { jsonResponse, type PortalResponse } from '../http/response.ts'
import { truncateTitle } from '../requests/title.ts'
import { requireReadAccess } from './access.ts'
import { presentRequest } from './present-request.ts'

/** Returns requests similar to a title that is being typed. */
export async function getSimilarRequests(context: PortalContext): Promise<PortalResponse> {
  requireReadAccess(context)
  const { deps, scope, viewer, query } = context
  const customerId = viewer?.customerId ?? null
  await deps.rateLimits.consume('similar', context, customerId)
  const similar = await listSimilarPublicRequests(scope, truncateTitle(query.get('title')), customerId)
  return jsonResponse({
    data: similar.map((request) => presentRequest(context, request)),
  })
}
