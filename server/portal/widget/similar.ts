import { listSimilarPublicRequests } from '../../feedback/public/similar.ts'
import type { PortalContext } from '../http/context.ts'
import { jsonResponse, type PortalResponse } from '../http/response.ts'
import { requireReadAccess } from './access.ts'

// As long as a title may be.
const maxTitleLength = 200

/** What says about the same as a title that is being written. */
export async function getSimilarRequests(visit: PortalContext): Promise<PortalResponse> {
  requireReadAccess(visit)
  const { services: portal, scope, viewer, query } = visit
  const customerId = viewer?.customerId ?? null
  await portal.rateLimits.consume('similar', visit, customerId)
  const title = [...(query.get('title') ?? '')].slice(0, maxTitleLength).join('')
  const found = await listSimilarPublicRequests(scope, title, customerId)
  return jsonResponse({
    data: found.map(({ id, title, stage, votes, isVoted }) => ({ id, title, stage, votes, isVoted })),
  })
}
