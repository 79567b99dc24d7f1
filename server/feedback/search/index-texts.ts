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
 * The largest number of unindexed texts that a search of a workspace should read, at about 5 µs each. If a workspace has more,
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
    let batch: string[]
    let last: string | undefined
    do {
      batch = await write(id, (scope) => indexBatch(scope, last))
      indexed += batch.length
      last = batch.sort().at(-1)
    } while (batch.length === batchSize && !signal.aborted)
  }
  return indexed
}

/**
 * Indexes the texts of the first requests after an id. Skips requests that another transaction has locked: searches still
 * read their texts until too many are unindexed again. Each batch begins after the previous one, so that it does not read
 * the entries of earlier batches again, which stay in the index until they are vacuumed.
 * @returns the ids of the requests
 */
async function indexBatch({ db, workspaceId }: WriteScope, after: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update feedback set is_text_indexed = true
    where workspace_id = ${workspaceId} and id = any(array(
      select id from feedback where workspace_id = ${workspaceId} and not is_text_indexed
        ${after === undefined ? sql`` : sql`and id > ${after}`}
      order by id limit ${sql.lit(batchSize)} for no key update skip locked))
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
