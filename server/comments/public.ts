import { sql } from 'kysely'
import { selectPublicName } from '../customers/public-name.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import type { Scope } from '../platform/scope.ts'
import { presentComment } from './present.ts'
import { commentRows, type Thread } from './queries.ts'
import type { Comment } from './schema.ts'

// A long discussion fits on one page; a longer one continues on the next.
const pageSize = 100

/** A public comment. Its author's name is null unless other people may see it. */
export interface PublicComment extends Comment {
  /** Whether the viewer wrote it. */
  isOwn: boolean
}

/**
 * Lists a page of the public comments of a request, oldest first, with each reply below its parent. Omits team notes.
 * The caller must have checked that the reader may see the request.
 */
export async function listPublicComments(
  scope: Scope,
  feedbackId: string,
  cursor: string | undefined,
  signer: Signer,
): Promise<Page<PublicComment>> {
  return listPublicThread(scope, { of: 'feedback_id', id: feedbackId }, cursor, signer)
}

/** Lists a page of the public comments of a changelog entry, in the same way. */
export const listPublicEntryComments = (scope: Scope, entryId: string, cursor: string | undefined, signer: Signer) =>
  listPublicThread(scope, { of: 'entry_id', id: entryId }, cursor, signer)

/** On the portal, the actor is the viewer. */
const viewerOf = ({ actor }: Scope): string | null => (actor.type === 'customer' ? actor.id : null)

async function listPublicThread(scope: Scope, thread: Thread, cursor: string | undefined, signer: Signer) {
  const cursors = createCursors(signer, 'portal comments', scope.workspaceId, thread)
  const after = cursors.decode(cursor) as [rootAt: string, rootId: string, at: string, id: string] | undefined
  // Replies sort with their parent.
  const rootAt = sql<string>`coalesce(p.created_at, c.created_at)`
  const rootId = sql<string>`coalesce(p.id, c.id)`
  const isOwn = sql<boolean>`coalesce(c.customer_id = ${viewerOf(scope)}::uuid, false)`
  const rows = await commentRows(scope, thread, selectPublicName('u', scope.workspaceId))
    .leftJoin('comments as p', (join) =>
      join.onRef('p.workspace_id', '=', 'c.workspace_id').onRef('p.id', '=', 'c.parent_id'),
    )
    .select([rootAt.as('root_at'), rootId.as('root_id'), isOwn.as('is_own')])
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
    .limit(pageSize + 1)
    .execute()
  return paginate(
    rows,
    pageSize,
    cursors,
    (row) => [row.root_at, row.root_id, row.created_at, row.id],
    (row) => ({
      ...presentComment(row),
      isOwn: row.is_own,
    }),
  )
}
