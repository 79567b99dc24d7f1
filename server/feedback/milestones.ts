import { sql } from 'kysely'
import { insertNotices } from '../events/notices.ts'
import type { WriteScope } from '../platform/scope.ts'

/** The numbers of votes that channels report. */
const milestones = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000]

/** Returns the highest milestone that a change of a request's votes passes, or null. */
export const passedMilestone = (before: number, after: number): number | null =>
  milestones.findLast((each) => before < each && each <= after) ?? null

/**
 * Assigned wherever the `votes` of a request may fall: milestones that they have reached count as reported. A milestone
 * that a request reached before Heed recorded milestones is never reported, not even when votes are cast again.
 */
export const keepMilestone = sql`vote_milestone = greatest(vote_milestone,
  (select max(m) from unnest(${sql.lit(`{${milestones.join()}}`)}::int[]) m where m <= votes))`

/**
 * Records a notice when a locked request passes a milestone. Each milestone is reported once, and never after a higher
 * one, even if votes are withdrawn and cast again.
 */
export function recordMilestone(tx: WriteScope, feedbackId: string, before: number, after: number): void {
  const milestone = passedMilestone(before, after)
  if (milestone === null) return
  tx.defer(
    sql`with passed as (
        update feedback set vote_milestone = ${milestone}
        where workspace_id = ${tx.workspaceId} and id = ${feedbackId} and vote_milestone < ${milestone}
        returning workspace_id, id)
      ${insertNotices('request.milestone', sql`select workspace_id, id, id from passed`)}`.execute(tx.db),
  )
}
