import { getEntryState } from '#server/changelog/queries.ts'
import { createComment } from '#server/comments/create.ts'
import { deleteComment } from '#server/comments/delete.ts'
import { CommentCreate } from '#server/comments/schema.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { notifyEveryone } from '#server/notifications/events/choice.ts'
import { invalidState } from '#server/platform/problems.ts'
import { entryMessages as messages } from '../../messages/changelog.ts'

/** Adds a comment by the team, under the member’s name. @throws 400 if comments are turned off */
export async function comment({
  form,
  write,
  params,
  home,
  authorName: name,
  deps,
}: MemberActionContext): Promise<Response> {
  const id = requireId(params)
  const parentId = form.optionalText('parentId')
  const input = validateForm(CommentCreate, {
    body: form.text('body'),
    kind: 'staff_reply',
    authorName: name,
    ...(parentId !== undefined && { parentId }),
  })
  const caps = deps.settings.trackedCustomerCaps
  await write(async (tx) => {
    const { comments_enabled: isEnabled } = await getEntryState(tx, id)
    if (!isEnabled) throw invalidState(messages.comments.off)
    return createComment(tx, { of: 'entry_id', id }, input, caps, notifyEveryone, form.all('mentions'))
  })
  return redirectWithFlash(`${home}/changelog/${id}`, messages.comments.posted)
}

export async function deleteEntryComment({ form, write, params, home }: MemberActionContext): Promise<Response> {
  const commentId = form.id('commentId')
  await write((tx) => deleteComment(tx, commentId))
  return redirectWithFlash(`${home}/changelog/${requireId(params)}`, messages.comments.deleted)
}
