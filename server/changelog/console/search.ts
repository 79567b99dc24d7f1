import { sql } from 'kysely'
import { patternOf } from '../../feedback/search/search.ts'
import type { Scope } from '../../platform/scope.ts'

export interface NamedEntry {
  id: string
  title: string
  state: 'draft' | 'scheduled' | 'published'
}

/** Entries that have the text in their title or version label, the newest first. */
export async function entriesNamed({ db, workspaceId }: Scope, text: string, limit: number): Promise<NamedEntry[]> {
  const pattern = patternOf(text)
  const { rows } = await sql<NamedEntry>`
    select id, title, case when state = 'draft' and scheduled_publish_at is not null then 'scheduled' else state end as state
    from changelog_entries
    where workspace_id = ${workspaceId} and (title ilike ${pattern} or version_label ilike ${pattern})
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
