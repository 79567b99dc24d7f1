import { sql } from 'kysely'
import { selectPendingCount } from '../feedback/pending-count.ts'
import type { Scope } from '../platform/scope.ts'

// The sidebar shows "99+" above it.
const maxCounted = 100

/** Counts the requests, comments and reports that wait for the team, up to 100. */
export async function countPendingRequests({ db, workspaceId }: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${selectPendingCount(workspaceId, maxCounted)} as count`.execute(db)
  return rows[0]!.count
}
