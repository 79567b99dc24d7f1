import { getEntryState } from '#server/changelog/queries.ts'
import { createComment } from '#server/comments/create.ts'
import { deleteComment } from '#server/comments/delete.ts'
import { commentsCan } from '#server/comments/permissions.ts'
import { CommentCreate } from '#server/comments/schema.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import { type FormInput, validateForm } from '#server/console/form.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { permit } from '#server/platform/authorization.ts'
import { invalidState } from '#server/platform/problems.ts'
import { entryMessages as messages } from '../../messages/changelog.ts'
import { entryIdOf } from '../entry-id.ts'

type ActionContext = MemberContext & { form: FormInput }

/** Comments as the team, under the member's own name. @throws 400 where comments are turned off */
export async function comment({
  form,
  write,
  params,
  home,
  scope,
  authorName: name,
  deps,
}: ActionContext): Promise<Response> {
  permit(commentsCan(scope.actor).reply)
  const id = entryIdOf(params)
  const parentId = form.optionalText('parentId')
  const input = validateForm(CommentCreate, {
    body: form.text('body'),
    kind: 'staff_reply',
    authorName: name,
    ...(parentId !== undefined && { parentId }),
  })
  await write(async (tx) => {
    const { comments_enabled: areOn } = await getEntryState(tx, id)
    if (!areOn) throw invalidState(messages.comments.off)
    return createComment(tx, { of: 'entry_id', id }, input, deps.settings.trackedCustomerCaps)
  })
  return redirectWithFlash(`${home}/changelog/${id}`, messages.comments.posted)
}

export async function deleteEntryComment({ form, write, params, home }: ActionContext): Promise<Response> {
  const commentId = form.id('commentId')
  await write((tx) => deleteComment(tx, commentId))
  return redirectWithFlash(`${home}/changelog/${entryIdOf(params)}`, messages.comments.deleted)
}
