import { sql } from 'kysely'
import { lookUp } from '../platform/db/look-up.ts'
import type { Scope } from '../platform/scope.ts'

export interface BoardActivity {
  id: string
  slug: string
  name: string
  /** New requests. */
  requests: number
}

/** Lists the boards with new requests since `since`, busiest first. An index counts the requests of each board. */
export async function listBoardActivity({ db, workspaceId }: Scope, since: string): Promise<BoardActivity[]> {
  const { rows } = await sql<BoardActivity>`
    select b.id, b.slug, b.name, t.requests from boards b cross join ${lookUp(sql`
      select count(*)::int as requests from feedback f
      where f.workspace_id = b.workspace_id and f.board_id = b.id and f.created_at >= ${since}`)} t
    where b.workspace_id = ${workspaceId} and t.requests > 0
    order by t.requests desc, b.name, b.id`.execute(db)
  return rows
}
