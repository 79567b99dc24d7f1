import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { invalid } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { lockBoards } from './lock.ts'
import { boardsCan } from './permissions.ts'

/**
 * Reorders the boards. Requests that name no board go to the first one that accepts requests.
 * @throws 400 unless each board of the workspace is given once, for example when a board was added meanwhile; 403
 */
export async function reorderBoards(tx: WriteScope, wanted: string[]): Promise<void> {
  permit(boardsCan(tx.actor).manage)
  const before = (await lockBoards(tx)).map(({ id }) => id)
  const ids = wanted.map((id) => id.toLowerCase())
  if (!isDeepStrictEqual(ids.toSorted(), before.toSorted())) {
    throw invalid([
      { path: '/ids', message: 'must name each board of this workspace once; reload the page', code: 'outdated' },
    ])
  }
  if (isDeepStrictEqual(ids, before)) return
  tx.defer(
    sql`update boards b set position = o.position
        from unnest(${ids}::uuid[], ${ids.map((_, position) => position)}::integer[]) as o (id, position)
        where b.workspace_id = ${tx.workspaceId} and b.id = o.id`.execute(tx.db),
  )
  audit(tx, 'board.reordered', tx.workspaceId, { ids: [before, ids] })
}
