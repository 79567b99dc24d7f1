import { requireEntry } from '#server/changelog/queries.ts'
import { createComment } from '#server/comments/create.ts'
import { deleteComment } from '#server/comments/delete.ts'
import { commentsCan } from '#server/comments/permissions.ts'
import { CommentCreate } from '#server/comments/schema.ts'
import { done } from '#server/console/flash.ts'
import { checked, type FormInput } from '#server/console/form.ts'
import type { MemberVisit } from '#server/console/page-context.ts'
import { permit } from '#server/members/roles.ts'
import { refusal } from '#server/platform/problems.ts'
import { entry as words } from '../../messages/changelog.ts'
import { entryIdOf } from '../entry-id.ts'

type Sent = MemberVisit & { form: FormInput }

/** Comments as the team, under the member's own name. @throws 400 where comments are turned off */
export async function comment({ form, write, params, home, scope, name, deps }: Sent): Promise<Response> {
  permit(commentsCan(scope.actor).reply)
  const id = entryIdOf(params)
  const parentId = form.optional('parentId')
  const input = checked(CommentCreate, {
    body: form.text('body'),
    kind: 'staff_reply',
    authorName: name,
    ...(parentId !== undefined && { parentId }),
  })
  await write(async (tx) => {
    const { comments_enabled: areOn } = await requireEntry(tx, id)
    if (!areOn) throw refusal(words.comments.off)
    return createComment(tx, { of: 'entry_id', id }, input, deps.settings.trackedCustomerCaps)
  })
  return done(`${home}/changelog/${id}`, words.comments.posted)
}

export async function deleteOneComment({ form, write, params, home }: Sent): Promise<Response> {
  const commentId = form.id('commentId')
  await write((tx) => deleteComment(tx, commentId))
  return done(`${home}/changelog/${entryIdOf(params)}`, words.comments.deleted)
}
