import { sql } from 'kysely'
import { containsWords } from '../../platform/db/contains-words.ts'
import type { Scope } from '../../platform/scope.ts'

export interface EntrySearchResult {
  id: string
  title: string
  state: 'draft' | 'scheduled' | 'published'
}

/**
 * Finds entries whose title or version label contains every word, those that begin with the text first, then the newest,
 * and their number.
 */
export async function searchEntries(
  { db, workspaceId }: Scope,
  text: string,
  limit: number,
): Promise<{ entries: EntrySearchResult[]; count: number }> {
  const { rows } = await sql<EntrySearchResult & { count: number }>`
    select id, title, case when state = 'draft' and scheduled_publish_at is not null then 'scheduled' else state end as state,
      count(*) over ()::int as count
    from changelog_entries
    where workspace_id = ${workspaceId} and ${containsWords(sql`concat_ws(' ', title, version_label)`, text)}
    order by starts_with(search_fold(title), search_fold(${text})) desc, created_at desc, id desc limit ${limit}`.execute(
    db,
  )
  return { entries: rows.map(({ id, title, state }) => ({ id, title, state })), count: rows[0]?.count ?? 0 }
}
