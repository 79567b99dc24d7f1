import { getPublicRequest } from '../../feedback/public/detail.ts'
import { invalid, notFound } from '../../platform/problems.ts'
import { requireSignIn } from '../auth/sign-in/require-sign-in.ts'
import type { PortalContext, Section } from '../http/context.ts'
import { type PortalResponse, redirectTo } from '../http/response.ts'
import { get, type PortalRoute, post, type RequestBody } from '../http/route.ts'
import { deleteComment, showCommentDeletion } from './delete-comment.ts'
import { deleteRequest, showRequestDeletion } from './delete-request.ts'
import { editComment, showCommentForm, withdrawCommentEdit } from './edit-comment.ts'
import { editRequest, showRequestForm, withdrawRequestEdit } from './edit-request.ts'
import { forViewer, idParam } from './for-viewer.ts'
import { setFollow } from './set-follow.ts'

const commentRoutesOf = (path: string, section: Section): PortalRoute[] => [
  get(`${path}/edit`, { section }, forViewer(showCommentForm)),
  post(`${path}/edit`, { section }, forViewer(editComment)),
  post(`${path}/edit/withdraw`, { section }, forViewer(withdrawCommentEdit)),
  get(`${path}/delete`, { section }, forViewer(showCommentDeletion)),
  post(`${path}/delete`, { section }, forViewer(deleteComment)),
]

/** What customers do with their own requests and comments, and following a request. */
export const ownRoutes: PortalRoute[] = [
  post('/requests/:id/follow', { section: 'requests' }, follow),
  get('/requests/:id/edit', { section: 'requests' }, forViewer(showRequestForm)),
  post('/requests/:id/edit', { section: 'requests' }, forViewer(editRequest)),
  post('/requests/:id/edit/withdraw', { section: 'requests' }, forViewer(withdrawRequestEdit)),
  get('/requests/:id/delete', { section: 'requests' }, forViewer(showRequestDeletion)),
  post('/requests/:id/delete', { section: 'requests' }, forViewer(deleteRequest)),
  ...commentRoutesOf('/requests/:id/comments/:comment', 'requests'),
  ...commentRoutesOf('/changelog/:id/comments/:comment', 'changelog'),
]

/** Follows a request or stops following it. A signed-out visitor signs in first. */
async function follow(context: PortalContext, { form }: RequestBody): Promise<PortalResponse> {
  const { scope, viewer } = context
  const id = idParam(context, 'id')
  const wanted = form.get('follow')
  if (wanted !== 'on' && wanted !== 'off') throw invalid([{ path: '/follow', message: 'must be "on" or "off"' }])
  if (viewer === null) {
    const request = await getPublicRequest(scope, id, null)
    if (request === null) throw notFound()
    return requireSignIn(context, { kind: 'follow', feedbackId: id, title: request.title }, `/requests/${id}`)
  }
  await setFollow(context, viewer.customerId, id, wanted === 'on')
  return redirectTo(context, `/requests/${id}`)
}
