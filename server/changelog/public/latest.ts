import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

export interface LatestEntry {
  id: string
  title: string
  /** The beginning of the text, in Markdown. */
  beginning: string
  publishedAt: string
}

const excerptLength = 600

/** Lists the entries published last, newest first. */
export async function listLatestEntries({ db, workspaceId }: Scope, limit: number): Promise<LatestEntry[]> {
  const { rows } = await sql<LatestEntry>`
    select id, title, left(body, ${sql.lit(excerptLength)}) as beginning, published_at as "publishedAt"
    from changelog_entries where workspace_id = ${workspaceId} and published_at is not null
    order by published_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
