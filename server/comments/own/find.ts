import { sql } from 'kysely'
import { hasReplies } from '../../customers/deletion/comments.ts'
import { isSelf } from '../../customers/self/is-self.ts'
import { type PendingEdit, selectPendingEdit } from '../../edits/queries.ts'
import { textVersion } from '../../edits/version.ts'
import { isVisible } from '../../feedback/public/visibility.ts'
import { permit } from '../../platform/authorization.ts'
import { notFound } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Thread } from '../queries.ts'

/** One of the viewer's own comments: public, or waiting for review. */
export interface OwnCommentState {
  id: string
  body: string
  thread: Thread
  isPublic: boolean
  /** Whether it has replies, public or waiting for review: deleting it then leaves a placeholder. */
  hasReplies: boolean
  /** Whether its thread is public and open for comments, so that it can be edited. */
  isEditable: boolean
  /** The author's waiting edit, if there is one. */
  pendingEdit: PendingEdit | null
  /** The fingerprint of its text and of the edit. */
  version: string
}

interface Row extends Omit<OwnCommentState, 'thread' | 'version'> {
  feedbackId: string | null
  entryId: string | null
}

/**
 * Returns one of the viewer's own comments, public or waiting. Excludes comments that the team has removed.
 * @throws 404 for any other comment; 403 for any other actor
 */
export async function getOwnComment(
  { db, workspaceId, actor }: Scope,
  id: string,
  customerId: string,
): Promise<OwnCommentState> {
  permit(isSelf(actor, customerId))
  const isOwn = sql`c.workspace_id = ${workspaceId} and c.id = ${id} and c.customer_id = ${customerId}`
  const { rows } = await sql<Row>`
    select c.id, c.body, c.feedback_id as "feedbackId", c.entry_id as "entryId", c."isPublic",
      ${hasReplies('c')} as "hasReplies", ${selectPendingEdit('c', 'comment_id', customerId)} as "pendingEdit",
      coalesce(${isVisible('f')}, e.published_at is not null and e.comments_enabled, false) as "isEditable"
    from (
      select workspace_id, id, body, feedback_id, entry_id, true as "isPublic" from comments c
        where ${isOwn} and c.kind = 'comment'
      union all select workspace_id, id, body, feedback_id, entry_id, false from pending_comments c
        where ${isOwn} and c.status = 'pending') c
    left join feedback f on f.workspace_id = c.workspace_id and f.id = c.feedback_id
    left join changelog_entries e on e.workspace_id = c.workspace_id and e.id = c.entry_id`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  const { feedbackId, entryId, ...comment } = row
  const thread: Thread = feedbackId === null ? { of: 'entry_id', id: entryId! } : { of: 'feedback_id', id: feedbackId }
  const { body, pendingEdit: edit } = comment
  return { ...comment, thread, version: textVersion(body, ...(edit ? [edit.body] : [])) }
}
