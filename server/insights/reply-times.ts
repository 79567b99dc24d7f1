import { type RawBuilder, sql } from 'kysely'
import { lookUp } from '../platform/db/look-up.ts'
import type { Scope } from '../platform/scope.ts'

export interface ReplyTimes {
  /** The median time from the creation of a request to the team's first public reply; null if there is none. */
  medianSeconds: number | null
  /** The requests with a reply, and all that were considered. */
  answered: number
  considered: number
  /** Whether there are more requests than were considered. */
  isCapped: boolean
}

export interface FirstReply {
  id: string
  createdAt: string
  /** From its creation to the team's first public reply; null without one. */
  seconds: number | null
}

// Enough for a median; each costs a lookup of its comments.
const maxConsidered = 1_000

/** Selects the first replies to the newest 1,000 requests since `since`, apart from rejected ones and spam. */
const firstReplies = ({ workspaceId }: Scope, since: string): RawBuilder<unknown> => sql`(
  select r.id, r.created_at, extract(epoch from t.first - r.created_at)::float8 as seconds
  from (select f.workspace_id, f.id, f.created_at from feedback f
    where f.workspace_id = ${workspaceId} and f.created_at >= ${since} and f.status in ('pending', 'approved')
    order by f.created_at desc, f.id desc limit ${sql.lit(maxConsidered)}) r
  cross join ${lookUp(sql`select min(c.created_at) as first from comments c
    where c.workspace_id = r.workspace_id and c.feedback_id = r.id and c.kind = 'staff_reply' and not c.is_internal`)} t)`

/** Measures how soon the team replied to the newest 1,000 requests since `since`, apart from rejected ones and spam. */
export async function getReplyTimes(scope: Scope, since: string): Promise<ReplyTimes> {
  const { rows } = await sql<ReplyTimes>`
    select percentile_cont(0.5) within group (order by seconds) as "medianSeconds",
      count(seconds)::int as answered, count(*)::int as considered,
      count(*) = ${sql.lit(maxConsidered)} as "isCapped" from ${firstReplies(scope, since)} r`.execute(scope.db)
  return rows[0]!
}

/** Lists the requests behind `getReplyTimes`, newest first. */
export async function listFirstReplies(scope: Scope, since: string): Promise<FirstReply[]> {
  const { rows } = await sql<FirstReply>`
    select id, created_at as "createdAt", seconds from ${firstReplies(scope, since)} r
    order by created_at desc, id desc`.execute(scope.db)
  return rows
}
