import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

/** The progress of an announcement, as numbers of customers. */
export interface AnnouncementProgress {
  /** Whether the fan-out is complete, so that the counts include every recipient. */
  isListed: boolean
  /** Whom it was for. */
  audience: 'everyone' | 'asked' | 'board' | 'tag' | 'nobody'
  due: number
  sent: number
  failed: number
  /** Recipients who opted out or bounced. */
  suppressed: number
  /** When the recipients are listed and emailed. Until then, the email can be canceled. ISO 8601 */
  startsAt: string | null
  /** When the next delivery is attempted; ISO 8601. */
  nextDueAt: string | null
  /** The replies of mail servers that deferred or rejected mail, most frequent first; five at most. */
  reasons: { response: string; count: number }[]
}

/** Counts the deliveries of an entry; null if it has not been announced. */
export async function getAnnouncementProgress(
  { db, workspaceId }: Scope,
  entryId: string,
): Promise<AnnouncementProgress | null> {
  const { rows } = await sql<AnnouncementProgress>`
    with deliveries as materialized (
      select state, due_at, error from notification_deliveries where workspace_id = ${workspaceId} and entry_id = ${entryId})
    select a.fanned_out_at is not null as "isListed", a.audience,
      case when a.fanned_out_at is null and a.fanout_cursor is null then a.due_at end as "startsAt",
      count(deliveries.state) filter (where state in ('due', 'sending')) as due,
      count(deliveries.state) filter (where state = 'sent') as sent,
      count(deliveries.state) filter (where state = 'failed') as failed,
      count(deliveries.state) filter (where state = 'suppressed') as suppressed,
      min(deliveries.due_at) filter (where state in ('due', 'sending')) as "nextDueAt",
      coalesce((select json_agg(r) from (
        select error as response, count(*) from deliveries where error is not null group by 1 order by 2 desc, 1 limit 5) r),
        '[]') as reasons
    from announcements a left join deliveries on true
    where a.workspace_id = ${workspaceId} and a.entry_id = ${entryId}
    group by a.fanned_out_at, a.fanout_cursor, a.due_at, a.audience`.execute(db)
  return rows[0] ?? null
}
