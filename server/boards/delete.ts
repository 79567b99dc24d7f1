import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { recordEvent } from '../events/record.ts'
import { requireUnplanned } from '../notifications/announcements/filters.ts'
import { permit } from '../platform/authorization.ts'
import { invalidState, notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { lockBoards } from './lock.ts'
import { boardsCan } from './permissions.ts'
import { getBoard } from './resources.ts'

/**
 * Deletes a board without requests. The lock on its row keeps new requests out meanwhile.
 * @throws 400 if it has requests, is the only board, or is whom a scheduled entry emails; 403, 404
 */
export async function deleteBoard(tx: WriteScope, id: string): Promise<void> {
  permit(boardsCan(tx.actor).manage)
  const boards = await lockBoards(tx)
  const board = boards.find((each) => each.id === id.toLowerCase())
  if (!board) throw notFound()
  const count = await countRequests(tx, board.id)
  if (count > 0) {
    const requests = count === 1 ? 'a request' : `${count} requests`
    throw invalidState(`“${board.name}” has ${requests}. Close it to new requests instead.`)
  }
  if (boards.length === 1) throw invalidState('A workspace needs at least one board. Create another one first.')
  await requireUnplanned(tx, 'board', board)
  recordEvent(tx, { type: 'board.deleted', resourceId: board.id, data: await getBoard(tx, board.id) })
  tx.defer(tx.db.deleteFrom('boards').where('workspace_id', '=', tx.workspaceId).where('id', '=', board.id).execute())
  audit(tx, 'board.deleted', board.id, { name: board.name, slug: board.slug })
}

async function countRequests({ db, workspaceId }: WriteScope, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('feedback')
    .select(sql<number>`count(*)`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('board_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}
