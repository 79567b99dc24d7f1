import { resolveBoardId } from '../boards/queries.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { type ByteText, toByteText } from '../platform/db/byte-text.ts'
import { createCursors, type Page, type Position, paginate } from '../platform/http/api/pagination.ts'
import type { Scope } from '../platform/scope.ts'
import { type FeedbackJsonRow, presentFeedbackJson } from './present.ts'
import { listFeedbackRows } from './queries.ts'
import type { FeedbackFilter } from './schema.ts'
import { searchFeedback } from './search/search.ts'

/** Lists a page of requests as JSON, newest first. @throws 400 for an unknown board or a cursor of another list. */
export async function listFeedback(scope: Scope, query: FeedbackFilter, signer: Signer): Promise<Page<ByteText>> {
  const { limit = 25, cursor, stage, board, search } = query
  const cursors = createCursors(signer, 'feedback', scope.workspaceId, { stage, board, search })
  const position = cursors.decode(cursor) as [createdAt: string, id: string] | undefined
  const boardId = board === undefined ? undefined : await resolveBoardId(scope, board)
  const filter = { limit, stage, boardId, after: position && { createdAt: position[0], id: position[1] } }
  const positionOf = (row: FeedbackJsonRow): Position => [row.created_at, row.id]
  if (search === undefined) {
    return paginate(await listFeedbackRows(scope, filter), limit, cursors, positionOf, presentFeedbackJson)
  }
  const found = await searchFeedback(scope, search, filter)
  return paginate(found, limit, cursors, positionOf, (row) => toByteText(presentFeedbackJson(row)))
}
