import { type RawBuilder, sql } from 'kysely'
import type { LoadResources } from '../events/record.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import type { Scope } from '../platform/scope.ts'
import { presentComment } from './present.ts'
import type { Comment, CommentPageQuery } from './schema.ts'

/** The request or changelog entry that comments belong to. */
export interface Thread {
  of: 'feedback_id' | 'entry_id'
  id: string
}

/**
 * Selects the comments of a thread with the names of their authors.
 * @param name selects the name of the customer `u`; default: the stored name, for the team and the API
 */
export const commentRows = (scope: Scope, thread: Thread, name?: RawBuilder<string | null>) =>
  selectComments(scope, name).where(`c.${thread.of}`, '=', thread.id)

const selectComments = (scope: Scope, name: RawBuilder<string | null> = sql<string | null>`u.name`) =>
  scope.db
    .selectFrom('comments as c')
    .leftJoin('customers as u', (join) =>
      join.onRef('u.workspace_id', '=', 'c.workspace_id').onRef('u.id', '=', 'c.customer_id'),
    )
    .where('c.workspace_id', '=', scope.workspaceId)
    .select([
      'c.id',
      'c.body',
      'c.kind',
      'c.customer_id',
      name.as('customer_name'),
      'c.author_name',
      'c.parent_id',
      'c.is_internal',
      'c.created_at',
      'c.updated_at',
    ])

/** Returns a comment as its events show it: with the request or entry that it belongs to. */
export const withThread = (comment: Comment, { of, id }: Thread) => ({
  ...comment,
  [of === 'feedback_id' ? 'feedbackId' : 'entryId']: id,
})

/** Loads public comments as JSON for their events, with the request or entry that they belong to. */
export const loadCommentsJson: LoadResources = async (scope, ids) => {
  const rows = await selectComments(scope)
    .select(['c.feedback_id', 'c.entry_id'])
    .where(sql<boolean>`c.id = any(${ids}::uuid[])`)
    .where('c.is_internal', '=', false)
    .execute()
  return new Map(
    rows.map((row) => {
      const { feedback_id, entry_id } = row
      const thread: Thread = feedback_id ? { of: 'feedback_id', id: feedback_id } : { of: 'entry_id', id: entry_id! }
      return [row.id, JSON.stringify(withThread(presentComment(row), thread))]
    }),
  )
}

/** Returns a comment that this transaction has created. */
export async function getComment(scope: Scope, thread: Thread, id: string): Promise<Comment> {
  return presentComment(await commentRows(scope, thread).where('c.id', '=', id).executeTakeFirstOrThrow())
}

/** Lists a page of a thread, oldest first. The caller must have checked that the thread belongs to this workspace. */
export async function listComments(
  scope: Scope,
  thread: Thread,
  query: CommentPageQuery,
  signer: Signer,
): Promise<Page<Comment>> {
  const { limit = 25, cursor } = query
  const cursors = createCursors(signer, 'comments', scope.workspaceId, thread)
  const after = cursors.decode(cursor) as [createdAt: string, id: string] | undefined
  const rows = await commentRows(scope, thread)
    .$if(after !== undefined, (q) =>
      q.where(({ eb, refTuple, tuple }) => eb(refTuple('c.created_at', 'c.id'), '>', tuple(...after!))),
    )
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(limit + 1)
    .execute()
  return paginate(rows, limit, cursors, (row) => [row.created_at, row.id], presentComment)
}
