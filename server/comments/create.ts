import { identifyCustomer } from '../customers/identity/identify.ts'
import type { TrackedCustomerCaps } from '../customers/tracking/caps.ts'
import { invalid, notFound, type ProblemDetail } from '../platform/problems.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { lockThread } from './lock-thread.ts'
import { getComment, type Thread } from './queries.ts'
import { recordComment } from './record.ts'
import type { Comment, CommentCreate } from './schema.ts'

/**
 * Posts under a thread that the caller has found in this workspace (contract §4, comments).
 * @throws 400 for members that do not go together or a parent elsewhere; 403 at the plan's cap of customers.
 */
export async function createComment(
  tx: WriteScope,
  thread: Thread,
  input: CommentCreate,
  caps: TrackedCustomerCaps,
): Promise<Comment> {
  const problems = [...mismatches(input), ...(await parentProblems(tx, thread, input))]
  if (problems.length > 0) throw invalid(problems)
  // As a reply has held it already: always before the counter of customers, so that no two wait for one another.
  if (input.submitter && input.parentId === undefined) tx.defer(lockThread(tx, thread, 'for key share'))
  const customerId = input.submitter ? await identifyCustomer(tx, input.submitter, caps) : null
  return getComment(tx, thread, recordComment(tx, thread, customerId, input))
}

/** Members that only one of the two kinds has. */
function mismatches({ kind = 'comment', submitter, authorName, isInternal }: CommentCreate): ProblemDetail[] {
  if (kind === 'staff_reply') {
    return submitter ? [{ path: '/submitter', message: 'goes only with kind "comment"' }] : []
  }
  return [
    ...(authorName === undefined ? [] : [{ path: '/authorName', message: 'goes only with kind "staff_reply"' }]),
    ...(isInternal ? [{ path: '/isInternal', message: 'goes only with kind "staff_reply"' }] : []),
  ]
}

/** A reply is under the thread's own comments, and one that the public sees is under nothing that it does not. */
async function parentProblems(
  scope: Scope,
  thread: Thread,
  { parentId, isInternal }: CommentCreate,
): Promise<ProblemDetail[]> {
  if (parentId === undefined) return []
  // The thread is held before its comment is looked at, which could go elsewhere with it; both are sent at once.
  const [isThere, parent] = await Promise.all([
    lockThread(scope, thread, 'for key share'),
    scope.db
      .selectFrom('comments')
      .select(['parent_id', 'is_internal'])
      .where('workspace_id', '=', scope.workspaceId)
      .where(thread.of, '=', thread.id)
      .where('id', '=', parentId)
      .executeTakeFirst(),
  ])
  if (!isThere) throw notFound()
  if (!parent) return [{ path: '/parentId', message: 'must be a comment of this thread' }]
  if (parent.parent_id !== null) return [{ path: '/parentId', message: 'must not itself be a reply' }]
  if (!parent.is_internal || isInternal) return []
  return [{ path: '/parentId', message: 'must not be a team note, unless this is one too' }]
}
