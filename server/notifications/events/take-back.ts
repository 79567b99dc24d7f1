import { type RawBuilder, sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { feedbackCan } from '../../feedback/permissions.ts'
import { permit } from '../../platform/authorization.ts'
import type { Actor, WriteScope } from '../../platform/scope.ts'

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

type Author = Pick<Actor, 'type' | 'id'>

/** How much of the mail about an action has been canceled: `rest` if some of it was sent before. */
export type TakenBack = 'all' | 'rest' | 'nothing'

/**
 * Cancels the mail about an actor's action in an earlier HTTP request, and changes nothing else. Requests that a digest
 * has already reported are skipped. Idempotent.
 * @param author the actor of the action; by default, the actor who cancels
 * @returns how much has been canceled, now or earlier
 * @throws 403
 */
export async function takeBackMail(tx: WriteScope, requestId: string, author: Author = tx.actor): Promise<TakenBack> {
  permit(feedbackCan(tx.actor).triage)
  const isOfAct = isPendingEventOf(tx, requestId, author)
  const requests = await lockRequestsToReport(tx, isOfAct)
  if (requests.length > 0) await cancelEvents(tx, requestId, isOfAct)
  else if (!(await wasTakenBack(tx, requestId))) return 'nothing'
  return (await wasPartlyReported(tx, requestId)) ? 'rest' : 'all'
}

async function cancelEvents(tx: WriteScope, requestId: string, isOfAct: RawBuilder<unknown>): Promise<void> {
  const { db } = tx
  // A stage change stays as a silent one, so that the digest does not report an earlier one instead.
  const [stages, replies] = await Promise.all([
    sql<{ id: string }>`update notification_events set notify = false, note = null
      where ${isOfAct} and kind = 'stage' and notify returning feedback_id as id`.execute(db),
    sql<{ id: string }>`delete from notification_events
      where ${isOfAct} and kind = 'reply' returning feedback_id as id`.execute(db),
  ])
  const affected = new Set([...stages.rows, ...replies.rows].map(({ id }) => id))
  for (const id of affected) audit(tx, 'feedback.mail_canceled', id, { requestId })
}

// A notice offers this for a few minutes; the limit keeps the search to the newest part of an index.
const repeatableHours = 24

const repeatableSince = ({ now }: WriteScope): string =>
  new Date(Date.parse(now) - repeatableHours * 3_600_000).toISOString()

/** Returns whether a digest has reported part of an action, which may happen earlier for some of its requests. */
async function wasPartlyReported(tx: WriteScope, requestId: string): Promise<boolean> {
  const { rows } = await sql`
    select from notification_digests
    where workspace_id = ${tx.workspaceId} and created_at > ${repeatableSince(tx)}
      and ${requestId} = any(request_ids) limit 1`.execute(tx.db)
  return rows.length > 0
}

/** Returns whether the actor has already canceled the mail about an act. */
async function wasTakenBack(tx: WriteScope, requestId: string): Promise<boolean> {
  const { db, workspaceId, actor } = tx
  const { rows } = await sql`
    select from audit_events
    where workspace_id = ${workspaceId} and type = 'feedback.mail_canceled' and created_at > ${repeatableSince(tx)}
      and changes->>'requestId' = ${requestId}
      and actor_type = ${actor.type} and actor_id is not distinct from ${actor.id} limit 1`.execute(db)
  return rows.length > 0
}

/** Locks the requests with such events, as the creation of a digest does, so that only one of the two goes through. */
async function lockRequestsToReport(
  { db, workspaceId }: WriteScope,
  isOfAct: RawBuilder<unknown>,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from feedback f
    where f.workspace_id = ${workspaceId} and f.id in (select feedback_id from notification_events where ${isOfAct})
    order by f.id for update`.execute(db)
  return rows
}

/** The author is compared as well: API clients choose the ids of their HTTP requests. */
const isPendingEventOf = ({ workspaceId }: WriteScope, requestId: string, author: Author) =>
  sql`workspace_id = ${workspaceId} and request_id = ${requestId} and digest_id is null
    and actor_type = ${author.type} and actor_id is not distinct from ${author.id}`
