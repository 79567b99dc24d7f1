import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

/** How far the announcement of an entry has come, in customers. */
export interface AnnouncementProgress {
  /** Whether all who are to hear are among the counts. */
  isListed: boolean
  due: number
  sent: number
  failed: number
  /** Those who want no mail, or whose address has refused it for good before. */
  suppressed: number
  /** When the first of those that are due is tried next; ISO 8601. */
  nextDueAt: string | null
  /** The messages of mail servers that put off or refused, most frequent first; five at most. */
  reasons: { words: string; count: number }[]
}

/** @returns null when the entry has not been announced. */
export async function getAnnouncementProgress(
  { db, workspaceId }: Scope,
  entryId: string,
): Promise<AnnouncementProgress | null> {
  const { rows } = await sql<AnnouncementProgress>`
    with own as materialized (
      select state, due_at, error from notification_deliveries where workspace_id = ${workspaceId} and entry_id = ${entryId})
    select a.fanned_out_at is not null as "isListed",
      count(own.state) filter (where state in ('due', 'sending')) as due,
      count(own.state) filter (where state = 'sent') as sent,
      count(own.state) filter (where state = 'failed') as failed,
      count(own.state) filter (where state = 'suppressed') as suppressed,
      min(own.due_at) filter (where state in ('due', 'sending')) as "nextDueAt",
      coalesce((select json_agg(r) from (
        select error as words, count(*) from own where error is not null group by 1 order by 2 desc, 1 limit 5) r),
        '[]') as reasons
    from announcements a left join own on true
    where a.workspace_id = ${workspaceId} and a.entry_id = ${entryId}
    group by a.fanned_out_at`.execute(db)
  return rows[0] ?? null
}
