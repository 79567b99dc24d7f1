import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import type { BoardSettings } from './schema.ts'

/** A board with the number of its requests and of those waiting for review. */
export interface BoardWithCounts extends BoardSettings {
  requests: number
  pending: number
}

// Far more than any team has; every list is bounded.
const maxBoards = 500

/** Lists the boards of the workspace in their order, for a choice among them. */
export const listBoardChoices = ({ db, workspaceId }: Scope): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('boards')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('position')
    .orderBy('id')
    .limit(maxBoards)
    .execute()

/** Lists the boards of the workspace in their order. */
export async function listBoards({ db, workspaceId }: Scope): Promise<BoardWithCounts[]> {
  const { rows } = await sql<BoardWithCounts>`
    select b.id, b.name, b.slug, b.accepts_requests as "acceptsRequests", b.is_public as "isPublic",
      b.reviews_new as "reviewsNew", b.reviews_comments as "reviewsComments",
      (select count(*) from feedback f where f.workspace_id = b.workspace_id and f.board_id = b.id) as requests,
      coalesce(p.count, 0) as pending
    from boards b left join (
      select board_id, count(*) from feedback
      where workspace_id = ${workspaceId} and status = 'pending' group by board_id) p on p.board_id = b.id
    where b.workspace_id = ${workspaceId}
    order by b.position, b.id limit ${maxBoards}`.execute(db)
  return rows
}
