import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { Queue } from '../../platform/jobs/jobs.ts'
import type { WriteScope } from '../../platform/scope.ts'

type Write = <T>(workspaceId: string, work: (scope: WriteScope) => Promise<T>) => Promise<T>

/** Indexes the texts of workspaces that have too many unindexed ones. */
export const indexTextsQueue: Queue<object> = {
  name: 'index-texts',
  retries: 3,
  retryDelaySeconds: 60,
  // Long enough for a million texts after an upgrade or a large restore.
  expiresAfterSeconds: 6 * 3_600,
  cron: '*/5 * * * *',
}

/**
 * The largest number of unindexed texts that a search of a workspace should read, at 3 to 5 µs each. If a workspace has more,
 * a job adds them to the index (ADR 0062).
 */
export const maxUnindexedTexts = 2_000

// Requests per transaction: votes on them wait for it.
const batchSize = 100

/**
 * Finds workspaces with more than `maxUnindexedTexts` unindexed texts, and indexes all of their texts. Searches find the texts
 * before, during and after this.
 * @returns how many texts were added
 */
export async function indexTexts({ db }: Pick<Database, 'db'>, write: Write, signal: AbortSignal): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select workspace_id as id from feedback where not is_text_indexed
    group by 1 having count(*) > ${sql.lit(maxUnindexedTexts)}`.execute(db)
  let indexed = 0
  for (const { id } of rows) {
    for (let size = batchSize; size === batchSize && !signal.aborted; indexed += size)
      size = await write(id, indexBatch)
  }
  return indexed
}

/** Skips requests that another transaction has locked. Searches still read their texts until too many are unindexed again. */
async function indexBatch({ db, workspaceId }: WriteScope): Promise<number> {
  const { numAffectedRows } = await sql`
    update feedback set is_text_indexed = true
    where workspace_id = ${workspaceId} and id = any(array(
      select id from feedback where workspace_id = ${workspaceId} and not is_text_indexed
      order by id limit ${sql.lit(batchSize)} for no key update skip locked))`.execute(db)
  return Number(numAffectedRows)
}
