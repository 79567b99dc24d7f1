import { getPublicRequest } from '../../feedback/public/detail.ts'
import { safeRedirectPath } from '../../platform/http/request/redirect-path.ts'
import { isUuid } from '../../platform/ids.ts'
import { invalid, notFound } from '../../platform/problems.ts'
import { setOwnVote } from '../../votes/set-own.ts'
import type { PendingAction } from '../auth/pending-action.ts'
import { requireSignIn, signInPath } from '../auth/sign-in/require-sign-in.ts'
import type { PortalContext } from '../http/context.ts'
import { jsonResponse, type PortalResponse, redirectTo } from '../http/response.ts'
import { type PortalRoute, post, type RequestBody } from '../http/route.ts'

export const voteRoutes: PortalRoute[] = [post('/requests/:id/vote', { section: 'requests' }, vote)]

/** The wanted state of the reader's vote: as a form it leads back, to a script it answers the count. */
async function vote(visit: PortalContext, { form, json }: RequestBody): Promise<PortalResponse> {
  const id = visit.params.id!
  if (!isUuid(id)) throw notFound()
  const isForScript = json !== undefined
  const wanted = isForScript ? (json as { vote?: unknown } | null)?.vote : form.get('vote')
  if (wanted !== 'cast' && wanted !== 'withdraw') {
    throw invalid([{ path: '/vote', message: 'must be "cast" or "withdraw"' }])
  }
  if (visit.viewer === null) return requireSignInToVote(visit, id, isForScript)
  const { customerId } = visit.viewer
  const caps = visit.services.settings.trackedCustomerCaps
  await visit.services.rateLimits.consume('vote', visit, customerId)
  const own = await visit.write((tx) => setOwnVote(tx, id, wanted === 'cast', { customerId, caps }))
  return isForScript
    ? jsonResponse(own)
    : redirectTo(visit, `${safeRedirectPath(String(form.get('next') ?? '/'))}#r-${id}`)
}

/** The vote is not lost: it is cast when they have signed in. */
async function requireSignInToVote(visit: PortalContext, id: string, isForScript: boolean): Promise<PortalResponse> {
  const request = await getPublicRequest(visit.scope, id, null)
  if (request === null) throw notFound()
  const act: PendingAction = { kind: 'vote', feedbackId: id, title: request.title }
  return isForScript
    ? jsonResponse({ signIn: `${visit.base}${signInPath(visit, act)}` }, 401)
    : requireSignIn(visit, act)
}
