import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

export interface ActivityDay {
  /** `2026-03-01`, in the time zone. */
  day: string
  requests: number
  votes: number
}

/**
 * Counts the requests and votes of each of the last `days` days, today included; a day without any has zeros. Counts each
 * day between its own midnights, 23 or 25 hours apart where clocks change: an index range is cheaper than a day per
 * row.
 * @param zone the IANA time zone to count days in
 */
export async function getDailyActivity(
  { db, workspaceId, now }: Scope,
  zone: string,
  days: number,
): Promise<ActivityDay[]> {
  const count = (table: string) => sql`(select count(*) from ${sql.table(table)}
    where workspace_id = ${workspaceId} and created_at >= d.starts and created_at < d.ends)`
  const first = firstDay(now, zone, days)
  const starts = Array.from({ length: days + 1 }, (_, index) => first.add({ days: index }).startOfDay())
  const timestamps = starts.map((start) => new Date(start.epochMilliseconds).toISOString())
  const { rows } = await sql<ActivityDay>`
    select d.day, ${count('feedback')} as requests, ${count('votes')} as votes
    from unnest(${starts.slice(0, days).map((start) => start.toPlainDate().toString())}::text[],
      ${timestamps.slice(0, days)}::timestamptz[], ${timestamps.slice(1)}::timestamptz[]) as d (day, starts, ends)
    order by d.starts`.execute(db)
  return rows
}

/** Returns the midnight with which the last `days` days start, today included. */
export const firstDay = (now: string, zone: string, days: number): Temporal.ZonedDateTime =>
  Temporal.Instant.from(now)
    .toZonedDateTimeISO(zone)
    .startOfDay()
    .add({ days: 1 - days })
    .startOfDay()
