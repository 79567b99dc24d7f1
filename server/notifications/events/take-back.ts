import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { feedbackCan } from '../../feedback/permissions.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'

/**
 * Takes back the mail about stage changes of locked requests, if no digest has reported them yet.
 * @param requestId the id of the HTTP request that made the changes
 */
export async function takeBackStageChanges(
  { db, workspaceId }: WriteScope,
  requestId: string,
  feedbackIds: string[],
): Promise<void> {
  await sql`
    delete from notification_events
    where workspace_id = ${workspaceId} and request_id = ${requestId} and digest_id is null and kind = 'stage'
      and feedback_id = any(${feedbackIds}::uuid[])`.execute(db)
}

/**
 * Takes back the mail about what the same actor did in an earlier HTTP request, and leaves everything else as it is.
 * Does nothing if a digest has reported it already. Repeating it, as a double click does, has no further effect.
 * @returns whether the mail has been canceled, now or earlier
 * @throws 403
 */
export async function takeBackMail(tx: WriteScope, requestId: string): Promise<boolean> {
  permit(feedbackCan(tx.actor).triage)
  const requests = await lockRequestsToReport(tx, requestId)
  if (requests.length === 0) return wasTakenBack(tx, requestId)
  const { db } = tx
  const isOfAct = isPendingEventOf(tx, requestId)
  // A stage change stays as a silent one, so that the digest does not report an earlier one instead.
  const [stages, replies] = await Promise.all([
    sql<{ id: string }>`update notification_events set notify = false, note = null
      where ${isOfAct} and kind = 'stage' and notify returning feedback_id as id`.execute(db),
    sql<{ id: string }>`delete from notification_events
      where ${isOfAct} and kind = 'reply' returning feedback_id as id`.execute(db),
  ])
  const affected = new Set([...stages.rows, ...replies.rows].map(({ id }) => id))
  for (const id of affected) audit(tx, 'feedback.mail_canceled', id, { requestId })
  return true
}

// A notice offers this for a few minutes; the limit keeps the search to the newest part of an index.
const repeatableHours = 24

/** Returns whether the actor has already canceled the mail about an act. */
async function wasTakenBack({ db, workspaceId, actor, now }: WriteScope, requestId: string): Promise<boolean> {
  const since = new Date(Date.parse(now) - repeatableHours * 3_600_000).toISOString()
  const { rows } = await sql`
    select from audit_events
    where workspace_id = ${workspaceId} and type = 'feedback.mail_canceled' and created_at > ${since}
      and changes->>'requestId' = ${requestId}
      and actor_type = ${actor.type} and actor_id is not distinct from ${actor.id} limit 1`.execute(db)
  return rows.length > 0
}

/** Locks the requests with such events, as the creation of a digest does, so that only one of the two goes through. */
async function lockRequestsToReport(tx: WriteScope, requestId: string): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from feedback f
    where f.workspace_id = ${tx.workspaceId}
      and f.id in (select feedback_id from notification_events where ${isPendingEventOf(tx, requestId)})
    order by f.id for update`.execute(tx.db)
  return rows
}

/** The actor is compared as well: API clients choose the ids of their HTTP requests. */
const isPendingEventOf = ({ workspaceId, actor }: WriteScope, requestId: string) =>
  sql`workspace_id = ${workspaceId} and request_id = ${requestId} and digest_id is null
    and actor_type = ${actor.type} and actor_id is not distinct from ${actor.id}`
