import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { countJobs } from '../../platform/jobs/metrics.ts'
import { createFindings, type Finding } from './finding.ts'

const { ok, warning, problem } = createFindings('announcements')

// A worker takes a job within seconds. Minutes mean that there is none.
const lateAfterMinutes = 5
const recentDays = 7

/** Published entries and news of requests that customers are still to be told, and what keeps them. */
export async function checkNotifications(database: Database): Promise<Finding[]> {
  return [
    ...(await deadJobs(database)),
    ...(await pendingAnnouncements(database)),
    ...(await pendingDigests(database)),
    ...(await pendingDeliveries(database)),
    ...(await failedDeliveries(database)),
  ]
}

async function deadJobs({ pool }: Database): Promise<Finding[]> {
  const dead = (await countJobs(pool)).filter(({ state }) => state === 'dead')
  return dead.map(({ queue, count, oldest }) =>
    problem(
      `${count} ${count === 1 ? 'job' : 'jobs'} of the queue ${queue} failed for the last time, the oldest of ${oldest}.`,
      `See why: heed jobs list. Once that is mended: heed jobs retry ${queue}`,
    ),
  )
}

async function pendingAnnouncements({ db }: Database): Promise<Finding[]> {
  const { rows } = await sql<{ count: number; oldest: string | null; is_late: boolean }>`
    select count(*) as count, min(due_at) as oldest,
      coalesce(min(due_at) < now() - make_interval(mins => ${lateAfterMinutes}), false) as is_late
    from announcements where fanned_out_at is null`.execute(db)
  const { count, oldest, is_late } = rows[0]!
  if (count === 0) return [ok('Every published entry has been announced or is being so.')]
  const message = `${count} ${count === 1 ? 'entry is' : 'entries are'} to be announced, the oldest since ${oldest}.`
  if (!is_late) return [ok(message)]
  return [warning(message, 'No process carries out jobs: start the server without ROLE=web, or run heed worker.')]
}

async function pendingDigests({ db }: Database): Promise<Finding[]> {
  const { rows } = await sql<{ count: number; oldest: string }>`
    select count(*) as count, min(due_at) as oldest from (
      select due_at from notification_events where digest_id is null
      union all select created_at from notification_digests where fanned_out_at is null) n
    where due_at < now() - make_interval(mins => ${lateAfterMinutes})`.execute(db)
  const { count, oldest } = rows[0]!
  if (count === 0) return []
  return [
    warning(
      `${count} news of requests ${count === 1 ? 'is' : 'are'} to be told, the oldest since ${oldest}.`,
      'No process carries out jobs: start the server without ROLE=web, or run heed worker.',
    ),
  ]
}

async function pendingDeliveries({ db }: Database): Promise<Finding[]> {
  const { rows } = await sql<{ count: number; oldest: string | null; is_late: boolean; words: string | null }>`
    select count(*) as count, min(created_at) as oldest,
      coalesce(min(created_at) < now() - make_interval(mins => ${lateAfterMinutes}), false) as is_late,
      mode() within group (order by error) as words
    from notification_deliveries where state in ('due', 'sending')`.execute(db)
  const { count, oldest, is_late, words } = rows[0]!
  if (count === 0) return []
  const message = `${count} ${count === 1 ? 'message waits' : 'messages wait'} to be sent, the oldest since ${oldest}.`
  if (!is_late || words === null) return [ok(message)]
  return [
    warning(
      `${message} Most often the mail server says: ${words}`,
      'They are tried again for a day. Look at the mail findings, then: heed mail test you@example.com',
    ),
  ]
}

async function failedDeliveries({ db }: Database): Promise<Finding[]> {
  const { rows } = await sql<{ count: number; stopped: number }>`
    select (select count(*) from notification_deliveries
            where state = 'failed' and ended_at > now() - make_interval(days => ${recentDays})) as count,
      (select count(*) from customers where mail_bounced_at is not null) as stopped`.execute(db)
  const { count, stopped } = rows[0]!
  return [
    ...(count > 0
      ? [
          warning(
            `${count} ${count === 1 ? 'message' : 'messages'} could not be delivered in the last ${recentDays} days.`,
            'See the reasons: heed changelog status <id of the entry>',
          ),
        ]
      : []),
    ...(stopped > 0
      ? [
          warning(
            `Mail to ${stopped} ${stopped === 1 ? 'address' : 'addresses'} has stopped: refused for good three times in a row.`,
            'If the fault was on this side, have them written to again: heed mail resume <slug of the workspace>',
          ),
        ]
      : []),
  ]
}
