import { type RawBuilder, sql } from 'kysely'

/**
 * Counts the people who were emailed about what an audit event records: the deliveries of the digests that report its HTTP
 * request. Null if the event is of another kind, or if there are no such deliveries (any more).
 * @param event the alias of the audit event
 * @param feedbackId its request
 */
export const countEmailed = (event: string, feedbackId: string): RawBuilder<number | null> => {
  const of = (column: string) => sql.ref(`${event}.${column}`)
  return sql<number | null>`(case when ${of('type')} in
      ('feedback.stage_changed', 'feedback.status_changed', 'feedback.promoted', 'roadmap.status_changed', 'roadmap.deleted')
    then (select nullif(count(*), 0) from notification_digests b
      join notification_deliveries d on d.workspace_id = b.workspace_id and d.digest_id = b.id and d.state = 'sent'
      where b.workspace_id = ${of('workspace_id')} and b.feedback_id = ${feedbackId}
        and b.stage is not null and ${of('request_id')} = any(b.request_ids)) end)`
}
