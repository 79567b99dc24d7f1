import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { recordEvent } from '../../events/record.ts'
import { permit } from '../../platform/authorization.ts'
import { invalid } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { feedbackCan } from '../permissions.ts'
import { loadFeedbackJson } from '../queries.ts'
import { lockRequests } from './lock.ts'

export interface BoardChange {
  id: string
  title: string
  /** The ids of the boards. */
  from: string
  to: string
}

/**
 * Moves requests to a board, also to one that accepts no new requests. Their stage, roadmap item, votes and followers
 * stay. Who can see them follows from the board.
 * @returns the requests that were on another board.
 * @throws 400 on `/boardId` unless it is a board of the workspace; 400 for more than 100 requests; 403; 404
 */
export async function moveToBoard(tx: WriteScope, ids: string[], boardId: string): Promise<BoardChange[]> {
  permit(feedbackCan(tx.actor).organize)
  const locked = await lockRequests(tx, ids)
  return writeBoards(
    tx,
    locked.map(({ id, title, board_id: from }) => ({ id, title, from, to: boardId })),
  )
}

/** Writes new boards of locked requests. @throws 400 on `/boardId` */
export async function writeBoards(tx: WriteScope, wanted: BoardChange[]): Promise<BoardChange[]> {
  const boards = await lockBoardNames(tx, [...new Set(wanted.flatMap(({ from, to }) => [from, to]))])
  if (wanted.some(({ to }) => !boards.has(to))) throw unknownBoard()
  const changes = wanted.filter(({ from, to }) => from !== to)
  if (changes.length === 0) return []
  const ids = changes.map(({ id }) => id)
  tx.defer(
    sql`update feedback f set board_id = n.board_id, updated_at = ${tx.now}, last_activity_at = ${tx.now}
      from unnest(${ids}::uuid[], ${changes.map(({ to }) => to)}::uuid[]) as n (id, board_id)
      where f.workspace_id = ${tx.workspaceId} and f.id = any(${ids}::uuid[]) and f.id = n.id`.execute(tx.db),
  )
  for (const { id, from, to } of changes) {
    const [before, after] = [boards.get(from)!, boards.get(to)!]
    audit(tx, 'feedback.board_changed', id, { boardId: [from, to], board: [before.name, after.name] })
    const changes = { board: { from: before, to: after } }
    recordEvent(tx, { type: 'feedback.updated', resourceId: id, data: loadFeedbackJson, changes })
  }
  return changes
}

/** Loads boards as the API shows them in a request, and keeps them from being deleted meanwhile. */
async function lockBoardNames({ db, workspaceId }: WriteScope, ids: string[]) {
  const rows = await db
    .selectFrom('boards')
    .select(['id', 'slug', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Map(rows.map((board) => [board.id, board]))
}

/** Returns which of these ids are boards of the workspace. */
export async function filterExistingBoardIds(tx: WriteScope, ids: string[]): Promise<Set<string>> {
  return new Set((await lockBoardNames(tx, ids)).keys())
}

const unknownBoard = () => invalid([{ path: '/boardId', message: 'must be a board of this workspace', code: 'gone' }])
