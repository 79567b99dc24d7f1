import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { recordEvent } from '../events/record.ts'
import { permit } from '../platform/authorization.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import { boardsCan } from './permissions.ts'
import { slugTaken } from './queries.ts'
import { loadBoardsJson } from './resources.ts'
import type { BoardCreate, BoardSettings } from './schema.ts'

/**
 * Adds a board after the others.
 * @throws 400 on `/slug` if another board has it; 403
 */
export async function createBoard(tx: WriteScope, input: BoardCreate): Promise<BoardSettings> {
  permit(boardsCan(tx.actor).manage)
  const { name, slug, acceptsRequests = true, isPublic = true, reviewsNew = 'all', reviewsComments = 'links' } = input
  const id = newId()
  const inserted = await tx.db
    .insertInto('boards')
    .values({
      workspace_id: tx.workspaceId,
      id,
      slug,
      name,
      position: sql`(select coalesce(max(position) + 1, 0) from boards where workspace_id = ${tx.workspaceId})`,
      accepts_requests: acceptsRequests,
      is_public: isPublic,
      reviews_new: reviewsNew,
      reviews_comments: reviewsComments,
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'slug']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw slugTaken()
  audit(tx, 'board.created', id, { slug })
  recordEvent(tx, { type: 'board.created', resourceId: id, data: loadBoardsJson })
  return { id, name, slug, acceptsRequests, isPublic, reviewsNew, reviewsComments }
}
