import { sql } from 'kysely'
import type { LoadResources } from '../events/record.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import { notFound } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import { boardColumns, presentBoard } from './present.ts'
import type { Board, BoardPageQuery } from './schema.ts'

const boards = ({ db, workspaceId }: Scope) =>
  db.selectFrom('boards').select(boardColumns).where('workspace_id', '=', workspaceId)

/** Returns a board as the API shows it. @throws 404 */
export async function getBoard(scope: Scope, id: string): Promise<Board> {
  const row = await boards(scope).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return presentBoard(row)
}

/** Returns the boards among these ids, in no particular order. */
export async function listBoardsByIds(scope: Scope, ids: string[]): Promise<Board[]> {
  const rows = await boards(scope).where(sql<boolean>`id = any(${ids}::uuid[])`).execute()
  return rows.map(presentBoard)
}

/** Loads boards as JSON for their events. */
export const loadBoardsJson: LoadResources = async (scope, ids) =>
  new Map((await listBoardsByIds(scope, ids)).map((board) => [board.id, JSON.stringify(board)]))

/** Lists a page of boards in the team's order. @throws 400 for a cursor of another list */
export async function listBoardPage(scope: Scope, query: BoardPageQuery, signer: Signer): Promise<Page<Board>> {
  const { limit = 25, cursor } = query
  const cursors = createCursors(signer, 'boards', scope.workspaceId, {})
  const after = cursors.decode(cursor) as [position: number, id: string] | undefined
  const rows = await boards(scope)
    .select('position')
    .$if(after !== undefined, (q) =>
      q.where(({ eb, refTuple, tuple }) => eb(refTuple('position', 'id'), '>', tuple(...after!))),
    )
    .orderBy('position')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  return paginate(rows, limit, cursors, (row) => [row.position, row.id], presentBoard)
}
