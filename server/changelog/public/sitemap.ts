import { sql } from 'kysely'
import type { SitemapEntry } from '../../feedback/public/sitemap.ts'
import type { Scope } from '../../platform/scope.ts'

/** Lists published entries in the order of their ids. @param from the first id */
export async function listSitemapEntries(
  { db, workspaceId }: Scope,
  from: string,
  limit: number,
): Promise<SitemapEntry[]> {
  const { rows } = await sql<SitemapEntry>`
    select id, greatest(updated_at, published_at) as "updatedAt" from changelog_entries
    where workspace_id = ${workspaceId} and published_at is not null
      and id >= ${from}::uuid
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Lists the first id of each sitemap page. @param step the entries per page */
export async function listSitemapPageStarts({ db, workspaceId }: Scope, step: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, row_number() over (order by id) as position from changelog_entries
      where workspace_id = ${workspaceId} and published_at is not null) e
    where position % ${sql.lit(step)} = 1 order by id`.execute(db)
  return rows.map(({ id }) => id)
}
