import { sql } from 'kysely'
import { isOnPublicBoard, isVisible } from '../../feedback/public/visibility.ts'
import type { FeedbackStatus, Stage } from '../../feedback/schema.ts'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { writeAsSystem } from '../../platform/system-scope.ts'
import type { ReportedStage } from './find-digest.ts'
import { isNews } from './is-news.ts'
import { digestQueue } from './queues.ts'
import { digestIntervalMs, gracePeriodMs, maxWaitForLaterMs } from './timing.ts'

/** Requests per poll. The rest wait for the next poll, a second later. */
const requestLimit = 100

/**
 * Creates a digest for each request with a due event, of all its pending events. Safe to run in several processes at
 * once: a request that another transaction has locked is left for the next poll.
 * @returns the ids of the digests.
 * @throws the first error, after all other requests have been processed.
 */
export async function createDueDigests(
  { database, jobs }: { database: Database; jobs: Jobs },
  now: string,
): Promise<string[]> {
  const { rows } = await sql<{ workspaceId: string; feedbackId: string }>`
    select workspace_id as "workspaceId", feedback_id as "feedbackId" from notification_events
    where digest_id is null and due_at <= ${now} group by 1, 2 order by min(due_at) limit ${requestLimit}`.execute(
    database.db,
  )
  const digestIds: string[] = []
  const failures: unknown[] = []
  for (const { workspaceId, feedbackId } of rows) {
    const attempt = writeAsSystem({ database, jobs, clock: () => now }, workspaceId, (tx) =>
      createDigest(tx, feedbackId),
    )
    await attempt.then(
      (digestId) => digestId !== null && digestIds.push(digestId),
      (error) => failures.push(error),
    )
  }
  if (failures.length > 0) throw failures[0]
  return digestIds
}

interface LockedRequest {
  stage: Stage
  status: FeedbackStatus
  isVisible: boolean
  isOnPublicBoard: boolean
}

/** Creates the digest of a request. @returns its id; null if there is nothing to report, or not yet. */
async function createDigest(tx: WriteScope, feedbackId: string): Promise<string | null> {
  const request = await lockRequest(tx, feedbackId)
  if (request === null) return null
  const [pending, last] = await Promise.all([listPendingEvents(tx, feedbackId), lastDigestAt(tx, feedbackId)])
  if (!pending.some(({ due_at }) => due_at <= tx.now)) return null
  const notBefore = earliestTime(pending, last)
  if (notBefore > tx.now) return postpone(tx, feedbackId, notBefore)
  const change = changeToReport(pending, request)
  const closedFrom = change === null ? stageBeforeSilentClose(pending, request) : null
  const mayDisclose = request.isVisible || change !== null || closedFrom !== null
  const replies = mayDisclose ? pending.filter(({ kind }) => kind === 'reply') : []
  const requestIds = [...replies.map(({ request_id }) => request_id), change?.requestId ?? null].filter(
    (id) => id !== null,
  )
  const digestId =
    change !== null || replies.length > 0
      ? await insertDigest(tx, feedbackId, change ?? { from: closedFrom }, [...new Set(requestIds)])
      : null
  closePendingEvents(tx, feedbackId, replies.length > 0 ? digestId : null)
  return digestId
}

/** Locks the request. Every writer of events locks it too, so none is added while the digest is created. */
async function lockRequest({ db, workspaceId }: WriteScope, feedbackId: string): Promise<LockedRequest | null> {
  const { rows } = await sql<LockedRequest>`
    select f.stage, f.status, ${isVisible('f')} as "isVisible", ${isOnPublicBoard('f')} as "isOnPublicBoard"
    from feedback f where f.workspace_id = ${workspaceId} and f.id = ${feedbackId} for update skip locked`.execute(db)
  return rows[0] ?? null
}

const listPendingEvents = ({ db, workspaceId }: WriteScope, feedbackId: string) =>
  db
    .selectFrom('notification_events')
    .select(['kind', 'from_stage', 'to_stage', 'notify', 'note', 'request_id', 'due_at', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', feedbackId)
    .where('digest_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

async function lastDigestAt({ db, workspaceId }: WriteScope, feedbackId: string): Promise<string | null> {
  const row = await db
    .selectFrom('notification_digests')
    .select('created_at')
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', feedbackId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

type PendingEvent = Awaited<ReturnType<typeof listPendingEvents>>[number]

/**
 * Returns when the digest may be created: after the grace period of the first event and an hour after the last digest.
 * From then on, it also waits for the grace periods of later events, so that each act can be undone in time.
 */
function earliestTime(pending: PendingEvent[], lastDigestAt: string | null): string {
  const times = pending.map(({ created_at }) => Date.parse(created_at))
  const intervalEnds = lastDigestAt === null ? 0 : Date.parse(lastDigestAt) + digestIntervalMs
  const earliest = Math.max(Math.min(...times) + gracePeriodMs, intervalEnds)
  const settled = Math.min(Math.max(...times) + gracePeriodMs, earliest + maxWaitForLaterMs)
  return new Date(Math.max(earliest, settled)).toISOString()
}

interface ReportedChange {
  from: Stage
  stage: ReportedStage
  note: string | null
  requestId: string | null
}

/**
 * Returns the change from the first stage that was left to the current stage; null if there is nothing to report. The
 * last change decides whether people are notified.
 */
function changeToReport(pending: PendingEvent[], request: LockedRequest): ReportedChange | null {
  const changes = pending.filter(({ kind }) => kind === 'stage')
  const [first, last] = [changes[0], changes.at(-1)]
  if (first === undefined || last === undefined) return null
  const { to_stage: to, notify, note, request_id: requestId } = last
  if (!notify || (to !== null && to !== request.stage)) return null
  const from = first.from_stage as Stage
  if (!request.isOnPublicBoard || !isNews(from, request)) return null
  return { from, stage: request.stage as ReportedStage, note, requestId }
}

/**
 * Returns the stage that a public request had before it was closed silently; null otherwise. Replies from before that are
 * sent, as the team was told when it wrote them.
 */
function stageBeforeSilentClose(pending: PendingEvent[], { stage, status, isOnPublicBoard }: LockedRequest) {
  const changes = pending.filter(({ kind }) => kind === 'stage')
  const from = (changes[0]?.from_stage ?? null) as Stage | null
  const isClosed = stage === 'closed' && status === 'approved' && isOnPublicBoard
  return isClosed && from !== 'pending' && from !== 'closed' ? from : null
}

function postpone(tx: WriteScope, feedbackId: string, until: string): null {
  tx.defer(updatePendingEvents(tx, feedbackId).set({ due_at: until }).execute())
  return null
}

const updatePendingEvents = ({ db, workspaceId }: WriteScope, feedbackId: string) =>
  db
    .updateTable('notification_events')
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', feedbackId)
    .where('digest_id', 'is', null)

async function insertDigest(
  tx: WriteScope,
  feedbackId: string,
  change: ReportedChange | { from: Stage | null },
  requestIds: string[],
): Promise<string> {
  const { workspaceId } = tx
  const id = newId()
  tx.defer(
    tx.db
      .insertInto('notification_digests')
      .values({
        workspace_id: workspaceId,
        id,
        feedback_id: feedbackId,
        from_stage: change.from,
        ...('stage' in change && { stage: change.stage, note: change.note, stage_request_id: change.requestId }),
        request_ids: requestIds,
        created_at: tx.now,
      })
      .execute(),
  )
  await tx.enqueue(digestQueue, { workspaceId, digestId: id })
  return id
}

/**
 * Assigns replies to the digest and deletes all other events: the digest holds the stage, and the rest is not public.
 */
function closePendingEvents(tx: WriteScope, feedbackId: string, digestId: string | null): void {
  if (digestId !== null) {
    tx.defer(updatePendingEvents(tx, feedbackId).set({ digest_id: digestId }).where('kind', '=', 'reply').execute())
  }
  tx.defer(
    tx.db
      .deleteFrom('notification_events')
      .where('workspace_id', '=', tx.workspaceId)
      .where('feedback_id', '=', feedbackId)
      .where('digest_id', 'is', null)
      .execute(),
  )
}
