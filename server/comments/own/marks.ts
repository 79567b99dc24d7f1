import { sql } from 'kysely'
import { type PendingEdit, selectEditedAt, selectPendingEdit } from '../../edits/queries.ts'
import type { Scope } from '../../platform/scope.ts'

/** What a page shows about a comment in addition to its text. */
export interface CommentMark {
  /** Whether the viewer wrote it. */
  isOwn: boolean
  /** When its author last edited it; null if no edit is marked. */
  editedAt: string | null
  /** The viewer's waiting edit, if there is one. */
  pendingEdit: PendingEdit | null
}

/** Loads the marks of the comments on a page. @param customerId the viewer; null when signed out */
export async function loadCommentMarks(
  { db, workspaceId }: Scope,
  ids: string[],
  customerId: string | null,
): Promise<Map<string, CommentMark>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<CommentMark & { id: string }>`
    select c.id, coalesce(c.customer_id = ${customerId}::uuid, false) as "isOwn", ${selectEditedAt('c', 'comment_id')} as "editedAt",
      ${selectPendingEdit('c', 'comment_id', customerId)} as "pendingEdit"
    from comments c where c.workspace_id = ${workspaceId} and c.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...mark }) => [id, mark]))
}
