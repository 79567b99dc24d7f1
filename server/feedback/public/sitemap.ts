import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { isVisible } from './visibility.ts'

export interface SitemapEntry {
  id: string
  updatedAt: string
}

/** Lists visible requests in the order of their ids. @param from the first id. */
export async function listSitemapRequests(
  { db, workspaceId }: Scope,
  from: string,
  limit: number,
): Promise<SitemapEntry[]> {
  const { rows } = await sql<SitemapEntry>`
    select f.id, f.updated_at as "updatedAt" from feedback f
    where f.workspace_id = ${workspaceId} and ${isVisible('f')}
      and f.id >= ${from}::uuid
    order by f.id limit ${limit}`.execute(db)
  return rows
}

/** Returns the first id of every `step` visible requests. */
export async function listSitemapRequestBoundaries({ db, workspaceId }: Scope, step: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select f.id, row_number() over (order by f.id) as place from feedback f
      where f.workspace_id = ${workspaceId} and ${isVisible('f')}) f
    where place % ${sql.lit(step)} = 1 order by id`.execute(db)
  return rows.map(({ id }) => id)
}
