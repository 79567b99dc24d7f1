import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import { invalidState } from '../platform/problems.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { finishImport, forgetPendingReplies, placeReplies, recountRequests } from './finish.ts'
import { addCounts, recordProgress } from './progress.ts'
import type { ImportCounts, ImportProblem, ImportRecord } from './records.ts'
import { type OpenedSource, readSource, type SourceRow } from './sources/open-source.ts'
import { type Survey, surveySource } from './survey.ts'
import { Batch, type ImportRun, type Located } from './write/batch.ts'
import { writeBoards } from './write/boards.ts'
import { writeComments } from './write/comments.ts'
import { writeEntries } from './write/entries.ts'
import { writeCustomers } from './write/people.ts'
import { writeRequests } from './write/requests.ts'
import { writeTags } from './write/tags.ts'
import { writeVotes } from './write/votes.ts'

// Rows per transaction: few enough to hold locks only briefly, many enough for few round trips.
const batchRows = 1_000
// Votes are small.
const batchVotes = 5_000

export interface ImportRunner {
  /** Runs work in a transaction, as the member or operator who imports. */
  write<T>(work: (tx: WriteScope) => Promise<T>): Promise<T>
  read: Scope
  clock: Clock
  signal?: AbortSignal
  /** Called after each batch. */
  onProgress?(progress: { position: number; total: number }): void
}

export interface ImportResult {
  counts: ImportCounts
  problems: ImportProblem[]
  /** False if the signal stopped it. The next run resumes from there. */
  isFinished: boolean
}

/** Reads everything once and counts what an import would do, without writing anything. */
export async function checkImport(
  runner: ImportRunner,
  opened: OpenedSource,
): Promise<ImportResult & { total: number }> {
  const survey = await surveySource(opened, runner.clock())
  const run = await createRun(runner.read, '', opened, survey)
  const problems: ImportProblem[] = []
  let counts: ImportCounts = {}
  let position = 0
  for await (const rows of batchesOf(opened, survey, 0)) {
    if (runner.signal?.aborted) return { counts, problems, isFinished: false, total: survey.rows }
    const batch = new Batch(run, { ...runner.read, now: runner.clock() }, null)
    await writeBatch(batch, rows, survey, position)
    batch.keep()
    counts = addCounts(counts, batch.counts)
    problems.push(...batch.problems)
    position += rows.length
    runner.onProgress?.({ position, total: survey.rows })
  }
  return { counts, problems, isFinished: true, total: survey.rows }
}

/**
 * Runs an import from its stored position. Each batch is committed in one transaction with its position, so that a
 * process that is killed at any time leaves only complete batches, and the next process continues after them.
 * @throws {ImportTaken} if another process runs it
 */
export async function runImport(
  runner: ImportRunner,
  importId: string,
  opened: OpenedSource,
  start: number,
): Promise<{ isFinished: boolean }> {
  const survey = await surveySource(opened, runner.clock())
  if (opened.options.isStrict && survey.refused > 0 && start === 0) throw strictProblem(survey.refused)
  const run = await createRun(runner.read, importId, opened, survey)
  let position = start
  runner.onProgress?.({ position, total: survey.rows })
  for await (const rows of readAhead(batchesOf(opened, survey, start))) {
    if (runner.signal?.aborted) return { isFinished: false }
    const from = position
    const batch = await runner.write(async (tx) => {
      // Each attempt of the transaction needs a new batch.
      const attempt = new Batch(run, tx, tx)
      await writeBatch(attempt, rows, survey, from)
      await recordProgress(tx, {
        importId,
        from,
        to: from + rows.length,
        total: survey.rows,
        counts: attempt.counts,
        problems: attempt.problems,
      })
      return attempt
    })
    batch.keep()
    position += rows.length
    runner.onProgress?.({ position, total: survey.rows })
  }
  await completeImport(runner, importId, opened.source, position)
  return { isFinished: true }
}

export const strictProblem = (refused: number) =>
  invalidState(
    `${refused} ${refused === 1 ? 'row' : 'rows'} cannot be imported, so nothing was imported (--strict). List them with --dry-run.`,
  )

/** Does the work that needs all rows: threads, counters, planner statistics and the event. Idempotent. */
async function completeImport(runner: ImportRunner, importId: string, source: string, position: number): Promise<void> {
  const problems = await placeReplies(runner.write, source)
  await runner.write(async (tx) => {
    await forgetPendingReplies(tx, source)
    await recordProgress(tx, { importId, from: position, to: position, counts: {}, problems })
  })
  await recountRequests(runner.write, source)
  await sql`analyze feedback, votes, comments, customers, imported_records, imported_votes`
    .execute(runner.read.db)
    // Autovacuum updates the statistics later.
    .catch(() => {})
  await runner.write((tx) => finishImport(tx, importId))
}

async function createRun(
  scope: Scope,
  importId: string,
  { source, options, countsUnnamedVotes }: OpenedSource,
  survey: Survey,
): Promise<ImportRun> {
  const members = await scope.db
    .selectFrom('members')
    .select(['id', sql<string>`lower(email)`.as('email')])
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  return {
    importId,
    source,
    options,
    countsUnnamedVotes,
    requests: survey.requests,
    members: new Map(members.map(({ id, email }) => [email, id])),
    known: new Map(),
  }
}

/** Reads the next batch while the database writes one. */
async function* readAhead<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let next = batches.next(); ; ) {
      const { value, done } = await next
      if (done) return
      next = batches.next()
      // Awaited in the next iteration, unless the import ends before.
      next.catch(() => {})
      yield value
    }
  } finally {
    await batches.return(undefined)
  }
}

/** Groups rows by kind and number, from a position on. */
async function* batchesOf(opened: OpenedSource, survey: Survey, start: number): AsyncGenerator<SourceRow[]> {
  let rows: SourceRow[] = []
  let position = 0
  for await (const row of readSource(opened, survey.dateOrders)) {
    position += 1
    if (position <= start) continue
    const [last] = rows
    if (last && last.resource !== row.resource) {
      yield rows
      rows = []
    }
    rows.push(row)
    if (rows.length < (row.resource === 'votes' ? batchVotes : batchRows)) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** Writes the records of rows in the order in which they refer to each other. */
async function writeBatch(batch: Batch, rows: SourceRow[], survey: Survey, position: number): Promise<void> {
  const located: Located[] = []
  for (const [index, { records, problems, file, line, resource }] of rows.entries()) {
    const earlier = survey.repeated.get(position + index)
    if (earlier !== undefined) {
      batch.problems.push({ file, line, column: null, reason: `repeats the id of line ${earlier}`, isRefused: true })
      batch.count(resource, 'failed')
      continue
    }
    for (const problem of problems) batch.problems.push({ file, line, ...problem })
    if (problems.some(({ isRefused }) => isRefused)) batch.count(resource, 'failed')
    for (const record of records) located.push({ ...record, file, line })
  }
  const of = <R extends ImportRecord['resource']>(resource: R) =>
    located.filter((record) => record.resource === resource) as Located<Extract<ImportRecord, { resource: R }>>[]
  const writers = [
    [writeBoards, of('boards')],
    [writeTags, of('tags')],
    [writeCustomers, of('customers')],
    [writeRequests, of('feedback')],
    [writeComments, of('comments')],
    [writeVotes, of('votes')],
    [writeEntries, of('changelog')],
  ] as [(batch: Batch, records: Located[]) => Promise<void>, Located[]][]
  for (const [write, records] of writers) if (records.length > 0) await write(batch, records)
}
