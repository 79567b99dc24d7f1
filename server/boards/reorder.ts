import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { invalid } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { lockBoards } from './lock.ts'
import { boardsCan } from './permissions.ts'

/**
 * Puts the boards in this order: the first that accepts requests takes those that name no board.
 * @throws 400 unless each board of the workspace is named once, such as when one was added meanwhile; 403
 */
export async function reorderBoards(tx: WriteScope, wanted: string[]): Promise<void> {
  permit(boardsCan(tx.actor).manage)
  const before = (await lockBoards(tx)).map(({ id }) => id)
  const ids = wanted.map((id) => id.toLowerCase())
  if (!isDeepStrictEqual(ids.toSorted(), before.toSorted())) {
    throw invalid([{ path: '/ids', message: 'must name each board of this workspace once; load the page again' }])
  }
  if (isDeepStrictEqual(ids, before)) return
  tx.defer(
    sql`update boards b set position = o.position
        from unnest(${ids}::uuid[], ${ids.map((_, position) => position)}::integer[]) as o (id, position)
        where b.workspace_id = ${tx.workspaceId} and b.id = o.id`.execute(tx.db),
  )
  audit(tx, 'board.reordered', tx.workspaceId, { ids: [before, ids] })
}
