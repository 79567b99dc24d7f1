import { prepared } from '../platform/db/prepared.ts'
import { isUuid } from '../platform/ids.ts'
import { invalid } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import type { ReviewPolicy } from './review-policy.ts'

export interface BoardRow {
  id: string
  slug: string
  name: string
  accepts_requests: boolean
  is_public: boolean
  reviews_new: ReviewPolicy
}

const unknownBoard = { message: 'must be the UUID or slug of a board of this workspace', code: 'gone' }
const closedBoard = { message: 'is a board that accepts no requests', code: 'closed-board' }
const noOpenBoard = {
  message: 'is required, since no board of this workspace accepts requests',
  code: 'no-open-board',
}

const invalidBoard = (reason: typeof unknownBoard) => invalid([{ path: '/boardId', ...reason }])

export const slugTaken = () =>
  invalid([{ path: '/slug', message: 'is taken by another board of this workspace', code: 'taken' }])

export const boardRows = (db: Scope['db'], workspaceId: string) =>
  db
    .selectFrom('boards')
    .select(['id', 'slug', 'name', 'accepts_requests', 'is_public', 'reviews_new'])
    .where('workspace_id', '=', workspaceId)

const boardBy = prepared((db, { workspaceId, id, slug }: { workspaceId: string; id?: string; slug?: string }) =>
  boardRows(db, workspaceId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .$if(slug !== undefined, (query) => query.where('slug', '=', slug!)),
)

/** The board for requests whose board is not given. */
export const firstOpenBoardRow = (db: Scope['db'], workspaceId: string, isPublic?: true) =>
  boardRows(db, workspaceId)
    .where('accepts_requests', '=', true)
    .$if(isPublic !== undefined, (query) => query.where('is_public', '=', true))
    .orderBy('position')
    .orderBy('id')
    .limit(1)

const firstOpenBoard = prepared((db, { workspaceId, isPublic }: { workspaceId: string; isPublic?: true }) =>
  firstOpenBoardRow(db, workspaceId, isPublic),
)

async function boardByReference({ db, workspaceId }: Scope, reference: string): Promise<BoardRow | undefined> {
  const [board] = await boardBy(db, { workspaceId, ...(isUuid(reference) ? { id: reference } : { slug: reference }) })
  return board
}

/**
 * Returns the board for a new request: the given one, or the first by position that accepts requests.
 * @param reference the id or slug of a board.
 * @throws 400 on `/boardId` if there is no such board or it accepts no requests.
 */
export async function resolveBoardForSubmission(scope: Scope, reference: string | undefined): Promise<BoardRow> {
  if (reference === undefined) {
    const [first] = await firstOpenBoard(scope.db, { workspaceId: scope.workspaceId })
    if (!first) throw invalidBoard(noOpenBoard)
    return first
  }
  const board = await boardByReference(scope, reference)
  if (!board) throw invalidBoard(unknownBoard)
  if (!board.accepts_requests) throw invalidBoard(closedBoard)
  return board
}

/**
 * Returns the public board that a customer chose, or the first public board that accepts requests.
 * @throws 400 on `/boardId`, with the same message for a private board and one that does not exist.
 */
export async function resolvePublicBoardForSubmission(scope: Scope, reference: string | undefined): Promise<BoardRow> {
  if (reference === undefined) {
    const [first] = await firstOpenBoard(scope.db, { workspaceId: scope.workspaceId, isPublic: true })
    if (!first) throw invalidBoard(noOpenBoard)
    return first
  }
  const board = await boardByReference(scope, reference)
  if (!board?.is_public) throw invalidBoard(unknownBoard)
  if (!board.accepts_requests) throw invalidBoard(closedBoard)
  return board
}

/**
 * Returns the id of a board given by id or slug.
 * @throws 400 on `query.board` if the workspace has no such board.
 */
export async function resolveBoardId(scope: Scope, reference: string): Promise<string> {
  const board = await boardByReference(scope, reference)
  if (!board) throw invalid([{ path: 'query.board', ...unknownBoard }])
  return board.id
}
