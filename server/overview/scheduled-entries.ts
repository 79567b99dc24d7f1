import type { Scope } from '../platform/scope.ts'

export interface ScheduledEntry {
  id: string
  title: string
  at: string
  zone: string | null
}

const maxEntries = 5

/** Lists the scheduled entries that are published next. */
export async function listScheduledEntries({ db, workspaceId }: Scope): Promise<ScheduledEntry[]> {
  const rows = await db
    .selectFrom('changelog_entries')
    .select(['id', 'title', 'scheduled_publish_at as at', 'scheduled_timezone as zone'])
    .where('workspace_id', '=', workspaceId)
    .where('scheduled_publish_at', 'is not', null)
    .orderBy('scheduled_publish_at')
    .orderBy('id')
    .limit(maxEntries)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at! }))
}
