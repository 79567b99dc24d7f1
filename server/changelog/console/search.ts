import { sql } from 'kysely'
import { containsPattern } from '../../platform/db/like.ts'
import type { Scope } from '../../platform/scope.ts'

export interface EntrySearchResult {
  id: string
  title: string
  state: 'draft' | 'scheduled' | 'published'
}

/** Finds entries by title or version label, newest first. */
export async function searchEntries(
  { db, workspaceId }: Scope,
  text: string,
  limit: number,
): Promise<EntrySearchResult[]> {
  const pattern = containsPattern(text)
  const { rows } = await sql<EntrySearchResult>`
    select id, title, case when state = 'draft' and scheduled_publish_at is not null then 'scheduled' else state end as state
    from changelog_entries
    where workspace_id = ${workspaceId} and (title ilike ${pattern} or version_label ilike ${pattern})
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
