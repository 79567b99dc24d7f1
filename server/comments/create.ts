import { identifyCustomer } from '../customers/identity/identify.ts'
import type { TrackedCustomerCaps } from '../customers/tracking/caps.ts'
import { recordEvent } from '../events/record.ts'
import { recordMentions } from '../inbox/mentions/record.ts'
import { type NotificationChoice, notifyEveryone } from '../notifications/events/choice.ts'
import { permit } from '../platform/authorization.ts'
import { invalid, notFound, type ProblemDetail } from '../platform/problems.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { lockThread } from './lock-thread.ts'
import { commentsCan } from './permissions.ts'
import { getComment, type Thread, withThread } from './queries.ts'
import { recordComment } from './record.ts'
import type { Comment, CommentCreate } from './schema.ts'

/**
 * Posts a comment in a thread that the caller has found in this workspace (contract §4, comments).
 * @param mentionedIds the members that the author picked for the names in the text
 * @throws 400 for members that exclude each other or a parent in another thread; 403, also at the plan's cap of
 * customers
 */
export async function createComment(
  tx: WriteScope,
  thread: Thread,
  input: CommentCreate,
  caps: TrackedCustomerCaps,
  choice: NotificationChoice = notifyEveryone,
  mentionedIds: readonly string[] = [],
): Promise<Comment> {
  permit(commentsCan(tx.actor).reply)
  const problems = [...listKindProblems(input), ...(await listParentProblems(tx, thread, input))]
  if (problems.length > 0) throw invalid(problems)
  // A reply has locked its thread already. The thread always comes before the customer counter, to avoid a deadlock.
  if (input.submitter && input.parentId === undefined) tx.defer(lockThread(tx, thread, 'for key share'))
  const customerId = input.submitter ? await identifyCustomer(tx, input.submitter, caps) : null
  const comment = await getComment(tx, thread, recordComment(tx, thread, customerId, input, choice))
  const { id, body } = comment
  if (input.kind === 'staff_reply' && body.includes('@')) await recordMentions(tx, { id, thread, body }, mentionedIds)
  // Team notes are not events.
  if (!input.isInternal) {
    recordEvent(tx, { type: 'comment.created', resourceId: comment.id, data: withThread(comment, thread) })
  }
  return comment
}

/** Rejects members that belong to the other kind of comment. */
function listKindProblems({ kind = 'comment', submitter, authorName, isInternal }: CommentCreate): ProblemDetail[] {
  if (kind === 'staff_reply') {
    return submitter
      ? [{ path: '/submitter', message: 'is allowed only with kind "comment"', code: 'not-allowed' }]
      : []
  }
  return [
    ...(authorName === undefined
      ? []
      : [{ path: '/authorName', message: 'is allowed only with kind "staff_reply"', code: 'not-allowed' }]),
    ...(isInternal
      ? [{ path: '/isInternal', message: 'is allowed only with kind "staff_reply"', code: 'not-allowed' }]
      : []),
  ]
}

/** The parent must be a top-level comment of the same thread, and public unless the reply is a team note too. */
async function listParentProblems(
  scope: Scope,
  thread: Thread,
  { parentId, isInternal }: CommentCreate,
): Promise<ProblemDetail[]> {
  if (parentId === undefined) return []
  // The thread is locked before the parent is read, because a merge could move both. The statements are sent together.
  const [threadExists, parent] = await Promise.all([
    lockThread(scope, thread, 'for key share'),
    scope.db
      .selectFrom('comments')
      .select(['parent_id', 'is_internal'])
      .where('workspace_id', '=', scope.workspaceId)
      .where(thread.of, '=', thread.id)
      .where('id', '=', parentId)
      .executeTakeFirst(),
  ])
  if (!threadExists) throw notFound()
  if (!parent) return [{ path: '/parentId', message: 'must be a comment of this thread', code: 'gone' }]
  if (parent.parent_id !== null)
    return [{ path: '/parentId', message: 'must not itself be a reply', code: 'not-allowed' }]
  if (!parent.is_internal || isInternal) return []
  return [{ path: '/parentId', message: 'must not be a team note, unless this is one too', code: 'note-parent' }]
}
