import { getPublicRequest } from '../../feedback/public/detail.ts'
import { isUuid } from '../../platform/ids.ts'
import { invalid, invalidState, notFound } from '../../platform/problems.ts'
import { voteMessages } from '../../votes/messages.ts'
import type { PendingAction } from '../auth/pending-action.ts'
import { requireSignIn, requireSignInFromScript } from '../auth/sign-in/require-sign-in.ts'
import type { PortalContext } from '../http/context.ts'
import { nextPath } from '../http/next-path.ts'
import { jsonResponse, type PortalResponse, redirectTo } from '../http/response.ts'
import { type PortalRoute, post, type RequestBody } from '../http/route.ts'
import { setVote } from './set-vote.ts'

export const voteRoutes: PortalRoute[] = [post('/requests/:id/vote', { section: 'requests' }, vote)]

/** Sets or withdraws the viewer's vote; redirects a form back and returns the count to a script. */
async function vote(context: PortalContext, { form, json }: RequestBody): Promise<PortalResponse> {
  const id = context.params.id!
  if (!isUuid(id)) throw notFound()
  const isForScript = json !== undefined
  const wanted = isForScript ? (json as { vote?: unknown } | null)?.vote : form.get('vote')
  if (wanted !== 'cast' && wanted !== 'withdraw') {
    throw invalid([{ path: '/vote', message: 'must be "cast" or "withdraw"' }])
  }
  if (context.viewer === null) return requireSignInToVote(context, id, isForScript)
  const vote = await setVote(context, context.viewer.customerId, id, wanted === 'cast')
  if (isForScript) return jsonResponse(vote)
  const [page] = nextPath(context, form.get('next')).split('#', 1)
  return redirectTo(context, `${page}#r-${id}`)
}

/** Asks the visitor to sign in; the vote is cast afterwards. */
async function requireSignInToVote(context: PortalContext, id: string, isForScript: boolean): Promise<PortalResponse> {
  const request = await getPublicRequest(context.scope, id, null)
  if (request === null) throw notFound()
  if (request.stage === 'completed') throw invalidState(voteMessages.completed)
  const action: PendingAction = { kind: 'vote', feedbackId: id, title: request.title }
  return isForScript ? requireSignInFromScript(context, action) : requireSignIn(context, action)
}
