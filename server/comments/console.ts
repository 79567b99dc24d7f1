import type { Signer } from '../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import type { Actor, Scope } from '../platform/scope.ts'
import { type CommentRow, presentComment } from './present.ts'
import { commentRows, type Thread } from './queries.ts'
import type { Comment } from './schema.ts'

/** A comment as the team sees it, with the customer who wrote it even where the public sees no name. */
export interface ConsoleComment extends Omit<Comment, 'author'> {
  /** Whether the acting member wrote it. */
  isOwn: boolean
  author: Comment['author'] & { customerId: string | null; email: string | null; externalId: string | null }
}

/** Lists a page of a thread with its team notes, oldest first, so a reply always follows its parent. */
export async function listConsoleComments(
  scope: Scope,
  thread: Thread,
  { limit = 50, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  signer: Signer,
): Promise<Page<ConsoleComment>> {
  const cursors = createCursors(signer, 'console comments', scope.workspaceId, thread)
  const after = cursors.decode(cursor) as [createdAt: string, id: string] | undefined
  const rows = await commentRows(scope, thread)
    .select(['u.email', 'u.external_id', 'c.member_id'])
    .$if(after !== undefined, (q) =>
      q.where(({ eb, refTuple, tuple }) => eb(refTuple('c.created_at', 'c.id'), '>', tuple(...after!))),
    )
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(limit + 1)
    .execute()
  return paginate(
    rows,
    limit,
    cursors,
    (row) => [row.created_at, row.id],
    (row) => present(row, scope.actor),
  )
}

interface ConsoleRow extends CommentRow {
  email: string | null
  external_id: string | null
  member_id: string | null
}

function present(row: ConsoleRow, actor: Actor): ConsoleComment {
  const { author, ...comment } = presentComment(row)
  const { customer_id: customerId, email, external_id: externalId, member_id: memberId } = row
  const isOwn = memberId !== null && actor.type === 'member' && memberId === actor.id
  return { ...comment, isOwn, author: { ...author, customerId, email, externalId } }
}
