import { type ActivityDay, firstDay, getDailyActivity } from '../overview/activity.ts'
import type { Scope } from '../platform/scope.ts'
import { type BoardActivity, listBoardActivity } from './boards.ts'
import { type ActiveCustomers, listActiveCustomers } from './customers.ts'
import { getReplyTimes, type ReplyTimes } from './reply-times.ts'

export interface Insights {
  /** One row for each day in the time zone, today included, oldest first. */
  activity: ActivityDay[]
  replies: ReplyTimes
  boards: BoardActivity[]
  customers: ActiveCustomers
}

/**
 * Loads what happened in the last weeks, in four statements.
 * @param zone the IANA time zone to count days in
 * @param weeks how many weeks back; the last week ends today
 */
export async function getInsights(scope: Scope, zone: string, weeks: number): Promise<Insights> {
  const since = startOf(scope.now, zone, weeks)
  const [activity, replies, boards, customers] = await Promise.all([
    getDailyActivity(scope, zone, weeks * 7),
    getReplyTimes(scope, since),
    listBoardActivity(scope, since),
    listActiveCustomers(scope, since),
  ])
  return { activity, replies, boards, customers }
}

/** Returns when the period starts (ISO 8601). */
export const startOf = (now: string, zone: string, weeks: number): string =>
  new Date(firstDay(now, zone, weeks * 7).epochMilliseconds).toISOString()
