import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { type EntryTag, entryTags } from '../entry-columns.ts'

export interface LatestEntry {
  id: string
  title: string
  /** The beginning of the text, in Markdown. */
  beginning: string
  publishedAt: string
  tags: Pick<EntryTag, 'name' | 'color'>[]
}

const excerptLength = 600

/** Lists the entries published last, newest first. */
export async function listLatestEntries({ db, workspaceId }: Scope, limit: number): Promise<LatestEntry[]> {
  const { rows } = await sql<LatestEntry>`
    select e.id, e.title, left(e.body, ${sql.lit(excerptLength)}) as beginning, e.published_at as "publishedAt",
      ${entryTags} as tags
    from changelog_entries e where e.workspace_id = ${workspaceId} and e.published_at is not null
    order by e.published_at desc, e.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, tags: row.tags.map(({ name, color }) => ({ name, color })) }))
}
