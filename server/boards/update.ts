import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { eventChanges } from '../events/changes.ts'
import { recordEvent } from '../events/record.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { lockBoards } from './lock.ts'
import { boardsCan } from './permissions.ts'
import { slugTaken } from './queries.ts'
import { loadBoardsJson } from './resources.ts'
import { type BoardSettings, BoardUpdate } from './schema.ts'

export interface BoardUpdateResult {
  board: BoardSettings
  /** Whether no board of the workspace accepts requests any more. */
  hasNoOpenBoard: boolean
}

/**
 * Updates a board.
 * @throws 400 on `/slug` if another board has it; 403, 404
 */
export async function updateBoard(tx: WriteScope, id: string, wanted: BoardUpdate): Promise<BoardUpdateResult> {
  permit(boardsCan(tx.actor).manage)
  const boards = await lockBoards(tx)
  const locked = boards.find((board) => board.id === id.toLowerCase())
  if (!locked) throw notFound()
  const { position: _, ...before } = locked
  const others = boards.filter((board) => board !== locked)
  if (others.some(({ slug }) => slug === wanted.slug)) {
    throw slugTaken()
  }
  const changes = pickChanges<BoardUpdate>(before, wanted)
  if (changes) {
    writeBoard(tx, before.id, changes)
    audit(tx, 'board.updated', before.id, describeChanges<BoardUpdate>(before, changes, BoardUpdate))
    recordUpdate(tx, before, changes)
  }
  const board = { ...before, ...changes }
  return { board, hasNoOpenBoard: ![board, ...others].some(({ acceptsRequests }) => acceptsRequests) }
}

/** Records the update for integrators, unless nothing changed that the API shows. */
function recordUpdate(tx: WriteScope, before: BoardSettings, { reviewsComments: _, ...shown }: BoardUpdate): void {
  if (Object.keys(shown).length === 0) return
  const changes = eventChanges<BoardUpdate>(before, shown)
  recordEvent(tx, { type: 'board.updated', resourceId: before.id, data: loadBoardsJson, changes })
}

function writeBoard(tx: WriteScope, id: string, changes: BoardUpdate): void {
  const { name, slug, acceptsRequests, isPublic, reviewsNew, reviewsComments } = changes
  tx.defer(
    tx.db
      .updateTable('boards')
      .set({
        name,
        slug,
        accepts_requests: acceptsRequests,
        is_public: isPublic,
        reviews_new: reviewsNew,
        reviews_comments: reviewsComments,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
}
