import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { reviewComment } from '../comments/review/decide.ts'
import { setStatuses } from '../feedback/lifecycle/set-status.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { reportsCan } from './permissions.ts'
import { hasNoOpenReport } from './queue.ts'
import type { ReportTarget } from './report.ts'

/** Keeps a reported request or comment: its reports leave the queue. @throws 403; 404 without an open report */
export async function dismissReports(tx: WriteScope, id: string): Promise<void> {
  permit(reportsCan(tx.actor).decide)
  const { of } = await findReported(tx, id)
  await closeReports(tx, id)
  audit(tx, of === 'feedback_id' ? 'feedback.reports_dismissed' : 'comment.reports_dismissed', id)
}

/**
 * Removes a reported request or comment: a request is rejected, and a comment is taken out of its thread. Both can be
 * undone.
 * @throws 403; 404 without an open report
 */
export async function removeReported(tx: WriteScope, id: string): Promise<void> {
  permit(reportsCan(tx.actor).decide)
  const { of } = await findReported(tx, id)
  if (await isAlreadyRemoved(tx, id)) throw notFound()
  await closeReports(tx, id)
  if (of === 'feedback_id') await setStatuses(tx, [id], 'rejected')
  else await reviewComment(tx, id, 'rejected')
}

/**
 * Reopens the reports that the same actor closed in an earlier HTTP request, by keeping or by removing what was
 * reported.
 * @returns the ids of the requests and comments
 * @throws 403
 */
export async function undoDismissals(tx: WriteScope, requestId: string): Promise<string[]> {
  permit(reportsCan(tx.actor).decide)
  const { db, workspaceId, actor } = tx
  const isOwnDecision = sql`e.workspace_id = ${workspaceId} and e.request_id = ${requestId}
    and e.created_at > ${tx.now}::timestamptz - interval '24 hours'
    and e.actor_type = ${actor.type} and e.actor_id is not distinct from ${actor.id}`
  const { rows } = await sql<{ id: string }>`
    with reports as (
      update content_reports r set dismissed_at = null from audit_events e
      where ${isOwnDecision} and r.workspace_id = e.workspace_id
        and coalesce(r.feedback_id, r.comment_id) = e.target_id and r.dismissed_at = e.created_at
      returning coalesce(r.feedback_id, r.comment_id) as id),
    evidence as (
      update report_evidence v set dismissed_at = null from audit_events e
      where ${isOwnDecision} and v.workspace_id = e.workspace_id and v.id = e.target_id
        and v.dismissed_at = e.created_at
      returning v.id)
    select id from reports union select id from evidence`.execute(db)
  return [...new Set(rows.map(({ id }) => id))]
}

/** Returns whether the author has removed the reported content, so that the team can only decide about the author. */
async function isAlreadyRemoved({ db, workspaceId }: WriteScope, id: string): Promise<boolean> {
  const { rows } = await sql`select from report_evidence v
    where v.workspace_id = ${workspaceId} and v.id = ${id} and ${hasNoOpenReport('v')}`.execute(db)
  return rows.length > 0
}

/** Finds the reported request or comment. @throws 404 without an open report */
async function findReported({ db, workspaceId }: WriteScope, id: string): Promise<Pick<ReportTarget, 'of'>> {
  const { rows } = await sql<{ comment_id: string | null }>`
    select comment_id from content_reports where workspace_id = ${workspaceId} and dismissed_at is null
      and (feedback_id = ${id} or comment_id = ${id})
    union all select case kind when 'comment' then id end from report_evidence
      where workspace_id = ${workspaceId} and id = ${id} and dismissed_at is null
    limit 1`.execute(db)
  if (!rows[0]) throw notFound()
  return { of: rows[0].comment_id === null ? 'feedback_id' : 'comment_id' }
}

async function closeReports({ db, workspaceId, now }: WriteScope, id: string): Promise<void> {
  await sql`update content_reports set dismissed_at = ${now}
    where workspace_id = ${workspaceId} and dismissed_at is null and (feedback_id = ${id} or comment_id = ${id})`.execute(
    db,
  )
  await sql`update report_evidence set dismissed_at = ${now}
    where workspace_id = ${workspaceId} and dismissed_at is null and id = ${id}`.execute(db)
}
