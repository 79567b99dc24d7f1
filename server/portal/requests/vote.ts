import { publicRequest } from '../../feedback/public/detail.ts'
import { localPath } from '../../platform/http/request/redirect-path.ts'
import { isUuid } from '../../platform/ids.ts'
import { invalid, notFound } from '../../platform/problems.ts'
import { setOwnVote } from '../../votes/set-own.ts'
import type { Act } from '../auth/pending-action.ts'
import { type Answer, data, goTo } from '../http/response.ts'
import { type PortalRoute, post, type Sent } from '../http/route.ts'
import { askToSignIn, signInAddress } from '../auth/sign-in/require-sign-in.ts'
import type { Visit } from '../http/context.ts'

export const voteRoutes: PortalRoute[] = [post('/requests/:id/vote', { section: 'requests' }, vote)]

/** The wanted state of the reader's vote: as a form it leads back, to a script it answers the count. */
async function vote(visit: Visit, { form, json }: Sent): Promise<Answer> {
  const id = visit.params.id!
  if (!isUuid(id)) throw notFound()
  const isForScript = json !== undefined
  const wanted = isForScript ? (json as { vote?: unknown } | null)?.vote : form.get('vote')
  if (wanted !== 'cast' && wanted !== 'withdraw') {
    throw invalid([{ path: '/vote', message: 'must be "cast" or "withdraw"' }])
  }
  if (visit.viewer === null) return signInFirst(visit, id, isForScript)
  const { customerId } = visit.viewer
  const caps = visit.portal.settings.trackedCustomerCaps
  await visit.portal.guard.count('vote', visit, customerId)
  const own = await visit.write((tx) => setOwnVote(tx, id, wanted === 'cast', { customerId, caps }))
  return isForScript ? data(own) : goTo(visit, `${localPath(String(form.get('next') ?? '/'))}#r-${id}`)
}

/** The vote is not lost: it is cast when they have signed in. */
async function signInFirst(visit: Visit, id: string, isForScript: boolean): Promise<Answer> {
  const request = await publicRequest(visit.scope, id, null)
  if (request === null) throw notFound()
  const act: Act = { kind: 'vote', feedbackId: id, title: request.title }
  return isForScript ? data({ signIn: `${visit.base}${signInAddress(visit, act)}` }, 401) : askToSignIn(visit, act)
}
