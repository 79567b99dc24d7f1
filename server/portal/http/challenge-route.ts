import { notFound } from '../../platform/problems.ts'
import type { PortalContext } from './context.ts'
import type { ProvenAction } from './rate-limits.ts'
import { jsonResponse, type PortalResponse } from './response.ts'
import { get, type PortalRoute } from './route.ts'

const actions: readonly string[] = ['request', 'comment', 'vote'] satisfies ProvenAction[]

/** Gives the page's script a challenge to solve; null while the visitor's network is far from its limits. */
export async function getChallenge({ deps, ...context }: PortalContext): Promise<PortalResponse> {
  const action = context.query.get('for') ?? ''
  if (!actions.includes(action)) throw notFound()
  const isNeeded = await deps.rateLimits.needsProof(action as ProvenAction, context, false)
  const { workspace, scope } = context
  return jsonResponse({ challenge: isNeeded ? await deps.proofOfWork.createChallenge(workspace.id, scope.now) : null })
}

export const challengeRoutes: PortalRoute[] = [get('/challenge', { isJsonOnly: true }, getChallenge)]
