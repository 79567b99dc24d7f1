import { type DeletionOutcome, deleteOwnRequest, outcomeOf } from '../../feedback/own/delete.ts'
import { getOwnRequest, type OwnRequest } from '../../feedback/own/find.ts'
import { getPublicRequest } from '../../feedback/public/detail.ts'
import { invalid } from '../../platform/problems.ts'
import type { Viewer } from '../auth/session.ts'
import type { PortalContext } from '../http/context.ts'
import { participate } from '../http/participate.ts'
import { type PortalResponse, redirectTo } from '../http/response.ts'
import type { RequestBody } from '../http/route.ts'
import { ownMessages } from '../messages/own.ts'
import { confirmPage, isWithdrawal } from './confirm.ts'
import { idParam } from './for-viewer.ts'

const { removal } = ownMessages

export async function showRequestDeletion(context: PortalContext, viewer: Viewer): Promise<PortalResponse> {
  return page(context, await getOwnRequest(context.scope, idParam(context, 'id'), viewer.customerId))
}

export async function deleteRequest(
  context: PortalContext,
  viewer: Viewer,
  { form }: RequestBody,
): Promise<PortalResponse> {
  const id = idParam(context, 'id')
  const { customerId } = viewer
  const expected = readOutcome(form)
  const outcome = await participate(context, 'edit', customerId, (tx) => deleteOwnRequest(tx, id, customerId, expected))
  if (outcome === null) return page(context, await getOwnRequest(context.scope, id, customerId), true)
  if (outcome === 'deleted')
    return redirectTo(context, isWithdrawal(form) ? '/?withdrawn-request' : '/?deleted-request')
  // A request that was waiting for review no longer has a page that the viewer can open.
  const request = await getPublicRequest(context.scope, id, customerId)
  return redirectTo(context, request ? `/requests/${id}?nameless` : '/?nameless')
}

function readOutcome(form: FormData): DeletionOutcome {
  const outcome = form.get('outcome')
  if (outcome === 'deleted' || outcome === 'anonymized') return outcome
  throw invalid([{ path: '/outcome', message: 'must be "deleted" or "anonymized"' }])
}

function page(context: PortalContext, request: OwnRequest, isChanged = false): PortalResponse {
  const { id, title, isPublic, isShared } = request
  const [goes, stays] = isPublic
    ? [removal.requestGoes, removal.requestStays]
    : [removal.requestWithdrawn, removal.requestWithdrawnStays]
  return confirmPage(context, {
    title: isPublic ? removal.titles.request : removal.titles.waitingRequest,
    text: isShared ? stays : goes,
    excerpt: title,
    button: isShared ? removal.confirmStays : isPublic ? removal.confirm : removal.confirmWithdrawal,
    outcome: outcomeOf(request),
    isWaiting: !isPublic,
    back: `/requests/${id}`,
    isChanged,
  })
}
