import { type DeliveryReport, getDeliveryReport } from '../notifications/announcements/delivery-report.ts'
import type { Scope } from '../platform/scope.ts'
import { type ActivityDay, getDailyActivity } from './activity.ts'
import { type Attention, getAttention } from './attention.ts'
import { getUnanswered, listMostVoted, type TopRequest, type UnansweredRequests } from './requests.ts'
import { listScheduledEntries, type ScheduledEntry } from './scheduled-entries.ts'

export interface WorkspaceOverview extends Attention {
  /** Open requests that somebody waits for and nobody of the team has answered. */
  unanswered: UnansweredRequests
  /** Open requests with the most votes, five at most. */
  mostVoted: TopRequest[]
  /** The next first, five at most. */
  scheduled: ScheduledEntry[]
  /** A row for each day of the last twelve weeks in the zone, today included; oldest first. */
  activity: ActivityDay[]
  /** How the announcement of the latest entry goes: what fails here is what mail fails by. Null when there was none. */
  latestDelivery: DeliveryReport | null
}

/**
 * What needs attention, and how the workspace goes: seven statements, none of which reads all requests.
 * @param zone an IANA name: whose days are counted.
 */
export async function getOverview(
  scope: Scope,
  zone: string,
  deps: { isMailConfigured: boolean },
): Promise<WorkspaceOverview> {
  const [attention, unanswered, wanted, scheduled, activity] = await Promise.all([
    getAttention(scope, deps),
    getUnanswered(scope),
    listMostVoted(scope),
    listScheduledEntries(scope),
    getDailyActivity(scope, zone),
  ])
  const { latestEntry } = attention
  const latestDelivery = latestEntry && (await getDeliveryReport(scope, latestEntry.id, deps))
  return { ...attention, unanswered, mostVoted: wanted, scheduled, activity, latestDelivery }
}
