import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { assertNotBlocked } from '../customers/blocking/assert-not-blocked.ts'
import { isSelf } from '../customers/self/is-self.ts'
import { recordNotice } from '../events/notices.ts'
import { isVisible } from '../feedback/public/visibility.ts'
import { permit } from '../platform/authorization.ts'
import { newId } from '../platform/ids.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'

export const reportReasons = ['spam', 'offensive', 'private', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** A public request, or a customer's public comment. */
export interface ReportTarget {
  of: 'feedback_id' | 'comment_id'
  id: string
}

/**
 * Reports a request or comment to the team. A customer's second report of the same item changes nothing.
 * @returns whether the report is new
 * @throws 403, also for a blocked customer; 404 for what the public cannot see, and for comments of the team
 */
export async function reportContent(
  tx: WriteScope,
  target: ReportTarget,
  reason: ReportReason,
  customerId: string,
): Promise<boolean> {
  permit(isSelf(tx.actor, customerId))
  const feedbackId = await lockTarget(tx, target)
  await assertNotBlocked(tx, customerId)
  const id = newId()
  const { rows } = await sql`
    insert into content_reports (workspace_id, id, ${sql.ref(target.of)}, customer_id, reason, created_at)
    values (${tx.workspaceId}, ${id}, ${target.id}, ${customerId}, ${reason}, ${tx.now})
    on conflict do nothing returning id`.execute(tx.db)
  if (rows.length === 0) return false
  audit(tx, target.of === 'feedback_id' ? 'feedback.reported' : 'comment.reported', target.id, { reason })
  recordNotice(tx, { kind: 'report.created', subjectId: id, feedbackId })
  return true
}

/** Locks the reported row against deletion. @returns the id of its request; null for an entry's comment @throws 404 */
async function lockTarget({ db, workspaceId }: WriteScope, { of, id }: ReportTarget): Promise<string | null> {
  const { rows } =
    of === 'feedback_id'
      ? await sql<{ feedbackId: string | null }>`select f.id as "feedbackId" from feedback f
          where f.workspace_id = ${workspaceId} and f.id = ${id} and ${isVisible('f')} for key share of f`.execute(db)
      : await sql<{ feedbackId: string | null }>`select c.feedback_id as "feedbackId" from comments c
          left join feedback f on f.workspace_id = c.workspace_id and f.id = c.feedback_id
          left join changelog_entries e on e.workspace_id = c.workspace_id and e.id = c.entry_id
          where c.workspace_id = ${workspaceId} and c.id = ${id} and c.kind = 'comment' and not c.is_internal
            and (${isVisible('f')} or (e.published_at is not null and e.comments_enabled))
          for key share of c`.execute(db)
  if (rows.length === 0) throw notFound()
  return rows[0]!.feedbackId
}
