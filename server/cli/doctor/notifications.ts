import { sql } from 'kysely'
import { createFindings, type Finding } from '../../diagnostics/finding.ts'
import type { Database } from '../../platform/db/database.ts'
import { countJobs } from '../../platform/jobs/metrics.ts'

const { ok, warning, problem } = createFindings('announcements')

// A worker picks up a job within seconds. A delay of minutes means that no worker is running.
const lateAfterMinutes = 5
const recentDays = 7

/** Reports announcements, digests and deliveries that are late or have failed, and the reasons. */
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
      `${count} ${count === 1 ? 'job' : 'jobs'} of the queue ${queue} failed permanently, the oldest at ${oldest}.`,
      `Run heed jobs list for the reasons. Once they are fixed, run: heed jobs retry ${queue}`,
    ),
  )
}

async function pendingAnnouncements({ db }: Database): Promise<Finding[]> {
  const { rows } = await sql<{ count: number; oldest: string | null; is_late: boolean }>`
    select count(*) as count, min(due_at) as oldest,
      coalesce(min(due_at) < now() - make_interval(mins => ${lateAfterMinutes}), false) as is_late
    from announcements where fanned_out_at is null`.execute(db)
  const { count, oldest, is_late } = rows[0]!
  if (count === 0) return [ok('All published entries have been announced or are being announced.')]
  const message = `${count} ${count === 1 ? 'entry is' : 'entries are'} waiting to be announced, the oldest since ${oldest}.`
  if (!is_late) return [ok(message)]
  return [warning(message, 'No process is running jobs. Start the server without ROLE=web, or run heed worker.')]
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
      `${count} ${count === 1 ? 'digest is' : 'digests are'} waiting to be sent, the oldest since ${oldest}.`,
      'No process is running jobs. Start the server without ROLE=web, or run heed worker.',
    ),
  ]
}

async function pendingDeliveries({ db }: Database): Promise<Finding[]> {
  const { rows } = await sql<{ count: number; oldest: string | null; is_late: boolean; response: string | null }>`
    select count(*) as count, min(created_at) as oldest,
      coalesce(min(created_at) < now() - make_interval(mins => ${lateAfterMinutes}), false) as is_late,
      mode() within group (order by error) as response
    from notification_deliveries where state in ('due', 'sending')`.execute(db)
  const { count, oldest, is_late, response } = rows[0]!
  if (count === 0) return []
  const message = `${count} ${count === 1 ? 'message is' : 'messages are'} waiting to be sent, the oldest since ${oldest}.`
  if (!is_late || response === null) return [ok(message)]
  return [
    warning(
      `${message} The most frequent error: ${response}`,
      'They are retried for a day. Check the mail findings, then run: heed mail test you@example.com',
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
            'For the reasons, run: heed changelog status <id of the entry>',
          ),
        ]
      : []),
    ...(stopped > 0
      ? [
          warning(
            `Mail to ${stopped} ${stopped === 1 ? 'address' : 'addresses'} has stopped after three permanent rejections in a row.`,
            'If the cause was on your side, resume with: heed mail resume <slug of the workspace>',
          ),
        ]
      : []),
  ]
}
