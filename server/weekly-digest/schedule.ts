import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import type { WriteScope } from '../platform/scope.ts'
import { weeklyDigestQueue } from './queues.ts'
import { wantsDigest } from './settings.ts'

type Write = <T>(workspaceId: string, work: (scope: WriteScope) => Promise<T>) => Promise<T>

// A server that was down on Monday morning catches up within a day. Later, the news would be old.
const fromHour = 9
const untilHour = fromHour + 24

/**
 * Enqueues the digests of the workspaces where it is between Monday 09:00 and Tuesday 09:00. Each workspace stores the Monday
 * in the transaction that adds its jobs, so each member gets one job a week, however many processes run this. A workspace
 * that fails is logged, and tried again the next time.
 * @returns how many workspaces there were
 */
export async function enqueueDueDigests(
  { db }: Pick<Database, 'db'>,
  write: Write,
  log: Log,
  now: string,
): Promise<number> {
  const local = sql`(${now}::timestamptz at time zone time_zone)`
  const monday = sql`date_trunc('week', ${local})`
  const { rows } = await sql<{ workspaceId: string; monday: string }>`
    select workspace_id as "workspaceId", ${monday}::date::text as monday from workspaces
    where sends_weekly_digest and ${local} >= ${monday} + make_interval(hours => ${fromHour})
      and ${local} < ${monday} + make_interval(hours => ${untilHour})
      and weekly_digest_enqueued_on is distinct from ${monday}::date`.execute(db)
  for (const { workspaceId, monday: day } of rows) {
    await write(workspaceId, (tx) => enqueueDigests(tx, day)).catch((err) =>
      log.error({ err, workspaceId }, 'could not enqueue the weekly digests of a workspace'),
    )
  }
  return rows.length
}

async function enqueueDigests(tx: WriteScope, monday: string): Promise<void> {
  const { rows } = await sql`
    update workspaces set weekly_digest_enqueued_on = ${monday}::date
    where workspace_id = ${tx.workspaceId} and weekly_digest_enqueued_on is distinct from ${monday}::date
    returning 1`.execute(tx.db)
  // Another process has already enqueued them.
  if (rows.length === 0) return
  const { rows: members } = await sql<{ id: string }>`
    select m.id from members m
    where m.workspace_id = ${tx.workspaceId} and m.joined_at is not null and ${wantsDigest}`.execute(tx.db)
  for (const { id: memberId } of members) {
    await tx.enqueue(weeklyDigestQueue, { workspaceId: tx.workspaceId, memberId, monday })
  }
}
