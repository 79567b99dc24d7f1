import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { Queue } from '../../platform/jobs/jobs.ts'
import type { WriteScope } from '../../platform/scope.ts'

type Write = <T>(workspaceId: string, work: (scope: WriteScope) => Promise<T>) => Promise<T>

/** Adds texts to the search index where there are too many to read. */
export const indexTextsQueue: Queue<object> = {
  name: 'index-texts',
  retries: 3,
  retryDelaySeconds: 60,
  // After an upgrade or a large restore, with a million texts or more.
  expiresAfterSeconds: 6 * 3_600,
  cron: '*/5 * * * *',
}

/**
 * The number of texts that a search reads without the index, which takes about 2 µs for each. A workspace with more gets an
 * index (ADR 0062).
 */
export const maxUnindexedTexts = 2_000

// Requests per transaction: votes on them wait for it.
const batchSize = 100

/**
 * Adds all texts to the search index of each workspace that has more than `maxUnindexedTexts` outside of it. Searches find
 * the texts before, meanwhile and afterwards.
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

/** Skips requests that somebody is changing. A search reads their texts until a later run indexes them. */
async function indexBatch({ db, workspaceId }: WriteScope): Promise<number> {
  const { numAffectedRows } = await sql`
    update feedback set is_text_indexed = true
    where workspace_id = ${workspaceId} and id = any(array(
      select id from feedback where workspace_id = ${workspaceId} and not is_text_indexed
      order by id limit ${sql.lit(batchSize)} for no key update skip locked))`.execute(db)
  return Number(numAffectedRows)
}
