import { sql } from 'kysely'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import type { Scope } from '../platform/scope.ts'
import { presentComment } from './present.ts'
import { commentRows, type Thread } from './queries.ts'
import type { Comment } from './schema.ts'

// A long discussion, whole; a longer one goes on on another page.
const commentsAtMost = 100

/**
 * What everybody sees of a thread, oldest first and each reply below what it answers. Never team notes.
 * The caller has made sure that the reader may see what it hangs under.
 */
export async function listPublicComments(
  scope: Scope,
  feedbackId: string,
  cursor: string | undefined,
  signer: Signer,
): Promise<Page<Comment>> {
  return threadPage(scope, { of: 'feedback_id', id: feedbackId }, cursor, signer)
}

/** The same of an entry of the changelog. */
export const listPublicEntryComments = (scope: Scope, entryId: string, cursor: string | undefined, signer: Signer) =>
  threadPage(scope, { of: 'entry_id', id: entryId }, cursor, signer)

async function threadPage(scope: Scope, thread: Thread, cursor: string | undefined, signer: Signer) {
  const cursors = createCursors(signer, 'portal comments', scope.workspaceId, thread)
  const after = cursors.decode(cursor) as [rootAt: string, rootId: string, at: string, id: string] | undefined
  // A comment and its replies stand together, where the comment stands.
  const rootAt = sql<string>`coalesce(p.created_at, c.created_at)`
  const rootId = sql<string>`coalesce(p.id, c.id)`
  const rows = await commentRows(scope, thread)
    .leftJoin('comments as p', (join) =>
      join.onRef('p.workspace_id', '=', 'c.workspace_id').onRef('p.id', '=', 'c.parent_id'),
    )
    .select([rootAt.as('root_at'), rootId.as('root_id')])
    .where('c.is_internal', '=', false)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${rootAt}, ${rootId}, c.created_at, c.id) > (${after![0]}::timestamptz, ${after![1]}::uuid, ${after![2]}::timestamptz, ${after![3]}::uuid)`,
      ),
    )
    .orderBy(rootAt)
    .orderBy(rootId)
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(commentsAtMost + 1)
    .execute()
  return paginate(
    rows,
    commentsAtMost,
    cursors,
    (row) => [row.root_at, row.root_id, row.created_at, row.id],
    presentComment,
  )
}
