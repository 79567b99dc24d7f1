import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

/*
 * Who was told of one event: a digest reports several, but not all of them to each recipient. The claim of a delivery
 * records which ones its message holds. Deliveries are deleted some time after they were sent, and the numbers with them.
 */

// The audit events that a digest can report as the change of a request's stage.
const reportedTypes = [
  'feedback.stage_changed',
  'feedback.status_changed',
  'feedback.promoted',
  'roadmap.status_changed',
  'roadmap.deleted',
]

/**
 * Selects the deliveries `d` that told somebody of what an audit event records. Messages of an earlier version, which did not
 * record what they held, count if their digest reports a stage and the HTTP request of the event.
 * @param event the alias of the audit event
 * @param feedbackId its request
 */
const toldOfStage = (event: string, feedbackId: string): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${event}.${column}`)
  return sql`from notification_digests b
    join notification_deliveries d on d.workspace_id = b.workspace_id and d.digest_id = b.id and d.state = 'sent'
      and coalesce(d.includes_stage, true)
    where b.workspace_id = ${of('workspace_id')} and b.feedback_id = ${feedbackId} and b.stage is not null
      and ${of('type')} = any(${reportedTypes}::text[])
      and (case when b.stage_request_id is null then ${of('request_id')} = any(b.request_ids)
        else b.stage_request_id = ${of('request_id')} end)`
}

/** Selects the deliveries `d` that held the reply `n.comment_id`. @param replies the condition on the event `n` of a reply */
const toldOfReply = (workspaceId: string, replies: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from notification_events n
  join notification_deliveries d on d.workspace_id = n.workspace_id and d.digest_id = n.digest_id and d.state = 'sent'
    and n.comment_id = any(d.reply_ids)
  where n.workspace_id = ${workspaceId} and n.digest_id is not null and ${replies}`

/**
 * Counts the people who were told by mail of what an audit event records. Null if it is none, or if the event is of a kind
 * that no mail reports.
 * @param event the alias of the audit event
 * @param feedbackId its request
 */
export const countTold = (event: string, feedbackId: string): RawBuilder<number | null> =>
  sql<number | null>`(select nullif(count(*), 0) ${toldOfStage(event, feedbackId)})`

/** Counts the people who were told by mail of each of these replies. Replies that nobody was told of are left out. */
export async function countToldOfReplies(
  { db, workspaceId }: Scope,
  commentIds: string[],
): Promise<Map<string, number>> {
  if (commentIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; count: number }>`
    select n.comment_id as id, count(*) as count
    ${toldOfReply(workspaceId, sql`n.comment_id = any(${commentIds}::uuid[])`)} group by n.comment_id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Somebody who was told of an event. */
export interface ToldCustomer {
  id: string
  name: string | null
  email: string | null
  /** When the mail server accepted the message. */
  at: string
}

/** The event of a request: an entry of its history or a reply. */
export type ToldEvent = { feedbackId: string } & ({ auditEventId: string } | { commentId: string })

// More than anybody reads. The number itself is exact.
export const toldLimit = 200

/** Lists the people who were told by mail of an event of a request, by name; one more than `toldLimit` at most. */
export async function listTold({ db, workspaceId }: Scope, event: ToldEvent): Promise<ToldCustomer[]> {
  const { feedbackId } = event
  const deliveries =
    'commentId' in event
      ? sql`select d.customer_id, d.ended_at ${toldOfReply(
          workspaceId,
          sql`n.feedback_id = ${feedbackId} and n.comment_id = ${event.commentId}`,
        )}`
      : sql`select told.customer_id, told.ended_at from audit_events e
          cross join lateral (select d.customer_id, d.ended_at ${toldOfStage('e', feedbackId)}) told
          where e.workspace_id = ${workspaceId} and e.id = ${event.auditEventId}`
  const { rows } = await sql<ToldCustomer>`
    select c.id, c.name, c.email, told.ended_at as at from (${deliveries}) told
    join customers c on c.workspace_id = ${workspaceId} and c.id = told.customer_id
    order by coalesce(c.name, c.email), c.id limit ${toldLimit + 1}`.execute(db)
  return rows
}
