import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { newId } from '../platform/ids.ts'
import { invalid } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'

interface BoardCreate {
  name: string
  slug: string
  isClosed?: boolean
}

/** Adds a board behind the others. @throws 400 when the workspace has one with this slug. */
export async function createBoard(tx: WriteScope, { name, slug, isClosed = false }: BoardCreate) {
  const id = newId()
  const inserted = await tx.db
    .insertInto('boards')
    .values({
      workspace_id: tx.workspaceId,
      id,
      slug,
      name,
      position: sql`(select count(*) from boards where workspace_id = ${tx.workspaceId})`,
      accepts_requests: !isClosed,
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'slug']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw invalid([{ path: '/slug', message: 'is taken by another board of this workspace' }])
  audit(tx, 'board.created', id, { slug })
  return { id, name, slug, acceptsRequests: !isClosed }
}
