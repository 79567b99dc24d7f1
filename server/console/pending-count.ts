import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

// The rail says "99+" above it.
const most = 100

/** How many requests wait for review; a hundred stands for more. */
export async function countPendingRequests({ db, workspaceId }: Scope): Promise<number> {
  const some = db
    .selectFrom('feedback')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .limit(most)
  const row = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}
