import { sql } from 'kysely'
import { isOnPublicBoard, isVisible } from '../../feedback/public/visibility.ts'
import type { Stage } from '../../feedback/schema.ts'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { writeAsSystem } from '../../platform/system-scope.ts'
import type { ReportedStage } from './find-digest.ts'
import { digestQueue } from './queues.ts'

/** Requests per poll. The rest wait for the next poll, a second later. */
const requestLimit = 100

// At most one digest per request in this interval.
const digestIntervalMs = 60 * 60_000

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
  isVisible: boolean
  /** Whether the team closed it, as opposed to rejecting it, and its board is public. */
  isOpenlyClosed: boolean
}

/** Creates the digest of a request. @returns its id; null if there is nothing to report, or not yet. */
async function createDigest(tx: WriteScope, feedbackId: string): Promise<string | null> {
  const request = await lockRequest(tx, feedbackId)
  if (request === null) return null
  const [pending, last] = await Promise.all([listPendingEvents(tx, feedbackId), lastDigestAt(tx, feedbackId)])
  if (!pending.some(({ due_at }) => due_at <= tx.now)) return null
  const notBefore = last === null ? tx.now : new Date(Date.parse(last) + digestIntervalMs).toISOString()
  if (notBefore > tx.now) return postpone(tx, feedbackId, notBefore)
  // Later stage changes do not matter: the digest reports the current stage.
  const from = pending.find(({ kind }) => kind === 'stage')?.from_stage ?? null
  const stage = from === null ? null : stageToReport(from, request)
  const hasReplies = pending.some(({ kind }) => kind === 'reply') && (request.isVisible || stage !== null)
  const digestId = stage !== null || hasReplies ? await insertDigest(tx, feedbackId, stage && from, stage) : null
  closePendingEvents(tx, feedbackId, hasReplies ? digestId : null)
  return digestId
}

/** Locks the request. Every writer of events locks it too, so none is added while the digest is created. */
async function lockRequest({ db, workspaceId }: WriteScope, feedbackId: string): Promise<LockedRequest | null> {
  const { rows } = await sql<LockedRequest>`
    select f.stage, ${isVisible('f')} as "isVisible",
      f.status = 'approved' and f.stage = 'closed' and ${isOnPublicBoard('f')} as "isOpenlyClosed"
    from feedback f where f.workspace_id = ${workspaceId} and f.id = ${feedbackId} for update skip locked`.execute(db)
  return rows[0] ?? null
}

const listPendingEvents = ({ db, workspaceId }: WriteScope, feedbackId: string) =>
  db
    .selectFrom('notification_events')
    .select(['kind', 'from_stage', 'due_at'])
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

/**
 * Returns the current public stage, or `closed` if the request was public before; null if there is nothing to report.
 */
function stageToReport(from: Stage, { stage, isVisible, isOpenlyClosed }: LockedRequest): ReportedStage | null {
  if (from === stage || stage === 'pending') return null
  if (isVisible) return stage
  return isOpenlyClosed && from !== 'pending' && from !== 'closed' ? stage : null
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
  from: Stage | null,
  stage: ReportedStage | null,
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
        from_stage: from,
        stage,
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
