import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import { lowestIdAt } from './queries.ts'

const batchSize = 5_000

/** How long events are kept by default. */
export const defaultEventsDays = 90

/**
 * Deletes events older than `days` from all workspaces, in batches. The newest event of a workspace stays, so that a
 * reader who has seen it can continue after it.
 * @returns how many were deleted
 */
export async function deleteExpiredEvents(
  { db }: Pick<Database, 'db'>,
  { days, now }: { days: number; now: string },
  signal: AbortSignal,
): Promise<number> {
  const before = lowestIdAt(new Date(Date.parse(now) - days * 24 * 3_600_000).toISOString())
  let deleted = 0
  while (!signal.aborted) {
    const { numAffectedRows = 0n } = await sql`
      delete from events e using (
        select old.workspace_id, old.id from event_counters c cross join lateral (
          select workspace_id, id from events
          where workspace_id = c.workspace_id and id < ${before}::uuid and sequence < c.last_sequence
          order by id limit ${batchSize}) old
        limit ${batchSize}) x
      where e.workspace_id = x.workspace_id and e.id = x.id`.execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < BigInt(batchSize)) break
  }
  return deleted
}
