import { prepared } from '../platform/db/prepared.ts'
import { isUuid } from '../platform/ids.ts'
import { invalid } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'

export interface BoardRow {
  id: string
  slug: string
  name: string
  accepts_requests: boolean
  is_public: boolean
  reviews_new: 'all' | 'first_time' | 'none'
}

const unknownBoard = 'must be the UUID or slug of a board of this workspace'
const closedBoard = 'is a board that accepts no requests'
const noBoard = 'is required, since no board of this workspace accepts requests'

const refuse = (message: string) => invalid([{ path: '/boardId', message }])

const boards = (db: Scope['db'], workspaceId: string) =>
  db
    .selectFrom('boards')
    .select(['id', 'slug', 'name', 'accepts_requests', 'is_public', 'reviews_new'])
    .where('workspace_id', '=', workspaceId)

const boardBy = prepared((db, { workspaceId, id, slug }: { workspaceId: string; id?: string; slug?: string }) =>
  boards(db, workspaceId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .$if(slug !== undefined, (query) => query.where('slug', '=', slug!)),
)

const firstOpenBoard = prepared((db, { workspaceId, isPublic }: { workspaceId: string; isPublic?: true }) =>
  boards(db, workspaceId)
    .where('accepts_requests', '=', true)
    .$if(isPublic !== undefined, (query) => query.where('is_public', '=', true))
    .orderBy('position')
    .orderBy('id')
    .limit(1),
)

async function boardByReference({ db, workspaceId }: Scope, reference: string): Promise<BoardRow | undefined> {
  const [board] = await boardBy(db, { workspaceId, ...(isUuid(reference) ? { id: reference } : { slug: reference }) })
  return board
}

/**
 * The board that a new request goes to: the one named, else the first by position that accepts requests.
 * @throws 400 on `/boardId` when there is none, or it takes no requests.
 */
export async function resolveBoardForSubmission(scope: Scope, reference: string | undefined): Promise<BoardRow> {
  if (reference === undefined) {
    const [first] = await firstOpenBoard(scope.db, { workspaceId: scope.workspaceId })
    if (!first) throw refuse(noBoard)
    return first
  }
  const board = await boardByReference(scope, reference)
  if (!board) throw refuse(unknownBoard)
  if (!board.accepts_requests) throw refuse(closedBoard)
  return board
}

/**
 * The board that a customer has chosen, among those that everybody sees; without a choice the first of those that accept
 * requests.
 * @throws 400 on `/boardId`, with the same words for one that is not public and one that is not there.
 */
export async function resolvePublicBoardForSubmission(scope: Scope, reference: string | undefined): Promise<BoardRow> {
  if (reference === undefined) {
    const [first] = await firstOpenBoard(scope.db, { workspaceId: scope.workspaceId, isPublic: true })
    if (!first) throw refuse(noBoard)
    return first
  }
  const board = await boardByReference(scope, reference)
  if (!board?.is_public) throw refuse(unknownBoard)
  if (!board.accepts_requests) throw refuse(closedBoard)
  return board
}

/** @throws 400 on `query.board` when this workspace has no such board. */
export async function resolveBoardId(scope: Scope, reference: string): Promise<string> {
  const board = await boardByReference(scope, reference)
  if (!board) throw invalid([{ path: 'query.board', message: unknownBoard }])
  return board.id
}
