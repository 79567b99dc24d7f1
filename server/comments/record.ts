import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { notifyOfReply } from '../inbox/notify.ts'
import { choiceAuditChange, type NotificationChoice, notifyEveryone } from '../notifications/events/choice.ts'
import { recordReply } from '../notifications/events/record.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { Thread } from './queries.ts'
import type { CommentCreate } from './schema.ts'

/** Stores and counts a comment in a locked thread. The caller records its event. @returns its id. */
export function recordComment(
  tx: WriteScope,
  thread: Thread,
  customerId: string | null,
  input: Omit<CommentCreate, 'submitter'>,
  choice: NotificationChoice = notifyEveryone,
): string {
  const id = newId()
  publishComment(tx, thread, { ...input, id, customerId, notify: choice.notify })
  audit(tx, 'comment.created', id, {
    [thread.of === 'feedback_id' ? 'feedbackId' : 'entryId']: thread.id,
    customerId,
    ...choiceAuditChange(choice),
  })
  return id
}

export interface NewComment extends Omit<CommentCreate, 'submitter'> {
  id: string
  customerId: string | null
  /** Set for a comment that is published again, which sends no notification. Default: now. */
  createdAt?: string
  /** Whether to notify people. Default: true. */
  notify?: boolean
}

/** Stores, counts and announces a comment in a locked thread. The caller records its event. */
export function publishComment(tx: WriteScope, thread: Thread, comment: NewComment): void {
  insertComment(tx, thread, comment)
  if (comment.isInternal) return
  countComment(tx, thread)
  if (comment.createdAt !== undefined) return
  if (thread.of === 'feedback_id' && comment.notify !== false) recordReply(tx, comment.id)
  if (comment.kind !== 'staff_reply') notifyOfReply(tx, thread, comment.id)
}

function insertComment(
  tx: WriteScope,
  thread: Thread,
  { id, customerId, body, kind = 'comment', authorName, parentId, isInternal = false, createdAt = tx.now }: NewComment,
): void {
  const workspaceName = tx.db.selectFrom('workspaces').select('name').where('workspace_id', '=', tx.workspaceId)
  tx.defer(
    tx.db
      .insertInto('comments')
      .values({
        workspace_id: tx.workspaceId,
        id,
        [thread.of]: thread.id,
        kind,
        body,
        customer_id: customerId,
        author_name: kind === 'staff_reply' ? (authorName ?? workspaceName) : null,
        parent_id: parentId ?? null,
        is_internal: isInternal,
        // A member who approves a customer's comment does not become its author.
        member_id: kind === 'staff_reply' ? selectActingMember(tx) : null,
        created_at: createdAt,
        updated_at: tx.now,
      })
      .execute(),
  )
}

/** Selects the id of the acting team member, who may edit the comment; null for any other actor. */
const selectActingMember = ({ db, workspaceId, actor }: WriteScope) =>
  actor.type === 'member'
    ? db.selectFrom('members').select('id').where('workspace_id', '=', workspaceId).where('id', '=', actor.id)
    : null

/** Counts a public comment. Team notes count neither as comments (contract §4) nor as activity. */
function countComment(tx: WriteScope, { of, id }: Thread): void {
  tx.defer(
    tx.db
      .updateTable(of === 'feedback_id' ? 'feedback' : 'changelog_entries')
      .set({ comments: sql`comments + 1`, ...(of === 'feedback_id' && { last_activity_at: tx.now }) })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
}
