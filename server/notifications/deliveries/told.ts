import { type RawBuilder, sql } from 'kysely'
import { withoutIndex } from '../../platform/db/without-index.ts'
import type { Scope } from '../../platform/scope.ts'

/*
 * Who was emailed about one event. A digest reports several events, but not all of them to each recipient, so the claim
 * of a delivery records which events its message contains. Its result counts them in the digest (repository.ts), so a page
 * does not read the deliveries. Digests and deliveries are deleted some time after they were sent. The numbers include
 * customers who have been deleted since; the lists do not.
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
 * Selects the digests `b` that report the stage change of an audit event. Digests of an earlier version, which did not
 * record which HTTP request changed the stage, count if they contain the HTTP request of the event.
 * @param event the alias of the audit event
 * @param feedbackId its request
 */
const reportsOf = (event: string, feedbackId: string): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${event}.${column}`)
  return sql`from notification_digests b
    where b.workspace_id = ${of('workspace_id')} and b.feedback_id = ${feedbackId} and b.stage is not null
      and ${of('type')} = any(${reportedTypes}::text[])
      and (case when b.stage_request_id is null then ${of('request_id')} = any(b.request_ids)
        else b.stage_request_id = ${of('request_id')} end)`
}

/**
 * Counts the people who were emailed about an audit event. Null if there are none, or if no mail reports events of this
 * kind.
 * @param event the alias of the audit event
 * @param feedbackId its request
 */
export const countTold = (event: string, feedbackId: string): RawBuilder<number | null> =>
  sql<number | null>`(select nullif(sum(b.told_of_stage), 0) ${reportsOf(event, feedbackId)})`

/** Counts the people who were emailed about each of these replies. Omits replies that no one was emailed about. */
export async function countToldOfReplies(
  { db, workspaceId }: Scope,
  commentIds: string[],
): Promise<Map<string, number>> {
  if (commentIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; count: number }>`
    select n.comment_id as id, (b.told_of_replies ->> n.comment_id::text)::integer as count
    from notification_events n
    join notification_digests b on b.workspace_id = n.workspace_id and b.id = n.digest_id
    where n.workspace_id = ${workspaceId} and n.comment_id = any(${commentIds}::uuid[])
      and b.told_of_replies ? n.comment_id::text`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** A customer who was emailed about an event. */
export interface ToldCustomer {
  id: string
  name: string | null
  email: string | null
  /** When the mail server accepted the message. */
  at: string
}

/** An event of a request: an entry of its history or a reply. */
export type ToldEvent = { feedbackId: string } & ({ auditEventId: string } | { commentId: string })

// More than anyone reads. The count itself is exact.
export const toldLimit = 200

/**
 * Lists the people who were emailed about an event of a request, by name; at most one more than `toldLimit`. Reads the
 * first ones in index order, to avoid sorting the recipients of a large digest.
 */
export async function listTold({ db, workspaceId }: Scope, event: ToldEvent): Promise<ToldCustomer[]> {
  const { feedbackId } = event
  const [digests, isTold] =
    'commentId' in event
      ? [
          sql`select n.workspace_id, n.digest_id as id from notification_events n where n.workspace_id = ${workspaceId}
            and n.feedback_id = ${feedbackId} and n.comment_id = ${event.commentId} and n.digest_id is not null`,
          sql`${event.commentId} = any(d.reply_ids)`,
        ]
      : [
          sql`select b.workspace_id, b.id from audit_events e
            cross join lateral (select b.workspace_id, b.id ${reportsOf('e', feedbackId)}) b
            where e.workspace_id = ${workspaceId} and e.id = ${event.auditEventId}`,
          // Messages of an earlier version did not record what they held.
          sql`coalesce(d.includes_stage, true)`,
        ]
  const { rows } = await sql<ToldCustomer>`
    select c.id, c.name, c.email, told.ended_at as at from (
      select d.* from (${digests}) digest
      cross join lateral (select d.customer_id, d.ended_at from notification_deliveries d
        where d.workspace_id = digest.workspace_id and d.digest_id = digest.id
          and ${withoutIndex(sql`d.state = 'sent'`)} and ${isTold}
        order by d.customer_id limit ${toldLimit + 1}) d
      limit ${toldLimit + 1}) told
    join customers c on c.workspace_id = ${workspaceId} and c.id = told.customer_id
    order by coalesce(c.name, c.email), c.id`.execute(db)
  return rows
}
