import { sql } from 'kysely'
import { containsWords } from '../../platform/db/contains-words.ts'
import type { Scope } from '../../platform/scope.ts'
import type { RoadmapStatus } from '../schema.ts'

export interface RoadmapSearchResult {
  id: string
  title: string
  status: RoadmapStatus
}

// A roadmap with more items is not searched to its end.
const maxScanned = 2_000

/** Finds items whose title contains every word, those that begin with the text first, and their number. */
export async function searchRoadmapItems(
  { db, workspaceId }: Scope,
  text: string,
  limit: number,
): Promise<{ items: RoadmapSearchResult[]; count: number }> {
  const { rows } = await sql<RoadmapSearchResult & { count: number }>`
    select id, title, status, count(*) over ()::int as count from (
      select * from roadmap_items where workspace_id = ${workspaceId} order by sort_order desc, id desc
      limit ${sql.lit(maxScanned)}) r
    where ${containsWords(sql`title`, text)}
    order by starts_with(search_fold(title), search_fold(${text})) desc, sort_order, id limit ${limit}`.execute(db)
  return { items: rows.map(({ id, title, status }) => ({ id, title, status })), count: rows[0]?.count ?? 0 }
}
