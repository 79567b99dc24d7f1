import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

/** The outcome of an announcement. */
export interface DeliverySummary {
  isFinished: boolean
  sent: number
  failed: number
}

// Older failures are not useful in a list, and counting reads every delivery.
const summaryDays = 14

/** Returns summaries by entry id. Entries announced long ago, or never, are left out. */
export async function listDeliverySummaries(
  { db, workspaceId, now }: Scope,
  entryIds: string[],
): Promise<Map<string, DeliverySummary>> {
  if (entryIds.length === 0) return new Map()
  const { rows } = await sql<DeliverySummary & { entryId: string }>`
    select a.entry_id as "entryId", count(*) filter (where d.state = 'sent') as sent,
      count(*) filter (where d.state = 'failed') as failed,
      a.fanned_out_at is not null and count(*) filter (where d.state in ('due', 'sending')) = 0 as "isFinished"
    from announcements a
    left join notification_deliveries d on d.workspace_id = a.workspace_id and d.entry_id = a.entry_id
    where a.workspace_id = ${workspaceId} and a.entry_id = any(${entryIds}::uuid[])
      and a.due_at > ${now}::timestamptz - make_interval(days => ${sql.lit(summaryDays)})
    group by a.entry_id, a.fanned_out_at`.execute(db)
  return new Map(rows.map(({ entryId, ...summary }) => [entryId, summary]))
}
