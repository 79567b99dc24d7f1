import { deleteOwnComment } from '../../comments/own/delete.ts'
import type { Viewer } from '../auth/session.ts'
import { threadPath } from '../comments/submit.ts'
import type { PortalContext } from '../http/context.ts'
import { participate } from '../http/participate.ts'
import { type PortalResponse, redirectTo } from '../http/response.ts'
import type { RequestBody } from '../http/route.ts'
import { ownMessages } from '../messages/own.ts'
import { excerptOf } from '../views/excerpt.ts'
import { confirmPage, isWithdrawal } from './confirm.ts'
import { findOwnComment } from './edit-comment.ts'
import { idParam } from './for-viewer.ts'

const { removal } = ownMessages

export async function showCommentDeletion(context: PortalContext, viewer: Viewer): Promise<PortalResponse> {
  const { id, body, thread, isPublic, hasReplies } = await findOwnComment(context, viewer)
  return confirmPage(context, {
    title: isPublic ? removal.titles.comment : removal.titles.waitingComment,
    text: isPublic ? (hasReplies ? removal.commentStays : removal.commentGoes) : removal.commentWithdrawn,
    excerpt: excerptOf(body, 200),
    button: isPublic ? removal.confirm : removal.confirmWithdrawal,
    outcome: 'deleted',
    isWaiting: !isPublic,
    back: `${threadPath(thread)}#c-${id}`,
  })
}

/**
 * Deletes the comment. Does not look it up first, because the form may be sent twice; `deleteOwnComment` is idempotent.
 */
export async function deleteComment(
  context: PortalContext,
  { customerId }: Viewer,
  { form }: RequestBody,
): Promise<PortalResponse> {
  const id = idParam(context, 'comment')
  idParam(context, 'id')
  await participate(context, 'edit', customerId, (tx) => deleteOwnComment(tx, id, customerId))
  const outcome = isWithdrawal(form) ? 'withdrawn' : 'deleted'
  return redirectTo(context, `${context.path.replace(/\/comments\/.*$/, '')}?${outcome}#discussion`)
}
