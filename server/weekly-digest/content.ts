import { sql } from 'kysely'
import { lowestIdAt } from '../events/queries.ts'
import { getReplyTimes } from '../insights/reply-times.ts'
import { getDailyActivity } from '../overview/activity.ts'
import { getUnanswered } from '../overview/requests.ts'
import { lookUp } from '../platform/db/look-up.ts'
import type { Scope } from '../platform/scope.ts'

/** A request or an entry, with a number if it has one. */
export interface DigestItem {
  id: string
  title: string
  count: number
}

export interface WeeklyDigest {
  requests: number
  votes: number
  /** The open requests that got the most votes in the week, with how many. */
  mostVoted: DigestItem[]
  unanswered: { count: number; isMore: boolean }
  /** Entries published and requests completed in the week. */
  published: DigestItem[]
  completed: DigestItem[]
  /** From a request of the week to the first reply; null without one. */
  medianSeconds: number | null
}

const maxItems = 5
// Limits the rows read, as in the insights.
const maxVotes = 5_000
const maxActive = 500

/** Loads what happened in the week before a Monday in a time zone, in six bounded statements. */
export async function loadWeek(scope: Scope, zone: string, monday: string): Promise<WeeklyDigest> {
  const end = Temporal.PlainDate.from(monday).toZonedDateTime(zone).startOfDay()
  const toIso = (time: Temporal.ZonedDateTime) => new Date(time.epochMilliseconds).toISOString()
  const [since, until] = [toIso(end.subtract({ days: 7 }).startOfDay()), toIso(end)]
  // The last day of the week counts as today.
  const week: Scope = { ...scope, now: toIso(end.subtract({ seconds: 1 })) }
  const [days, mostVoted, unanswered, published, completed, { medianSeconds }] = await Promise.all([
    getDailyActivity(week, zone, 7),
    listMostVoted(scope, since, until),
    getUnanswered(scope),
    listPublished(scope, since, until),
    listCompleted(scope, since, until),
    getReplyTimes(scope, since),
  ])
  return {
    requests: days.reduce((sum, day) => sum + day.requests, 0),
    votes: days.reduce((sum, day) => sum + day.votes, 0),
    mostVoted,
    unanswered,
    published,
    completed,
    medianSeconds,
  }
}

/** Returns whether nothing happened, so that no email is sent. Older unanswered requests do not count. */
export const isQuiet = ({ requests, votes, published, completed }: WeeklyDigest): boolean =>
  requests === 0 && votes === 0 && published.length === 0 && completed.length === 0

async function listMostVoted({ db, workspaceId }: Scope, since: string, until: string): Promise<DigestItem[]> {
  const { rows } = await sql<DigestItem>`
    with recent as materialized (
      select feedback_id from votes where workspace_id = ${workspaceId} and created_at >= ${since} and created_at < ${until}
      order by created_at desc limit ${sql.lit(maxVotes)}),
    counted as materialized (select feedback_id, count(*)::int as count from recent group by feedback_id)
    select f.id, f.title, n.count from counted n cross join ${lookUp(sql`
      select f.id, f.title from feedback f
      where f.workspace_id = ${workspaceId} and f.id = n.feedback_id and f.status = 'approved' and f.stage <> 'closed'`)} f
    order by n.count desc, f.id limit ${maxItems}`.execute(db)
  return rows
}

async function listPublished({ db, workspaceId }: Scope, since: string, until: string): Promise<DigestItem[]> {
  const { rows } = await sql<DigestItem>`
    select id, title, 0 as count from changelog_entries
    where workspace_id = ${workspaceId} and published_at >= ${since} and published_at < ${until}
    order by published_at desc, id desc limit ${maxItems}`.execute(db)
  return rows
}

/** A request that was completed in the week has been active since. Its events say when it was completed. */
async function listCompleted({ db, workspaceId }: Scope, since: string, until: string): Promise<DigestItem[]> {
  const { rows } = await sql<DigestItem>`
    with active as materialized (
      select workspace_id, id, title, stage, last_activity_at from feedback
      where workspace_id = ${workspaceId} and last_activity_at >= ${since}
      order by last_activity_at desc limit ${sql.lit(maxActive)})
    select f.id, f.title, 0 as count from active f
    where f.stage = 'completed' and exists (
      select from events e where e.workspace_id = f.workspace_id and e.resource_id = f.id
        and e.id >= ${lowestIdAt(since)}::uuid and e.id < ${lowestIdAt(until)}::uuid
        and e.type = 'feedback.stage_changed' and e.changes->'stage'->>'to' = 'completed')
    order by f.last_activity_at desc, f.id desc limit ${maxItems}`.execute(db)
  return rows
}
