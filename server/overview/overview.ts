import { type DeliveryReport, getDeliveryReport } from '../notifications/announcements/delivery-report.ts'
import type { Scope } from '../platform/scope.ts'
import { type ActivityDay, getDailyActivity } from './activity.ts'
import { type Attention, getAttention } from './attention.ts'
import { getUnanswered, listMostVoted, type TopRequest, type UnansweredRequests } from './requests.ts'
import { listScheduledEntries, type ScheduledEntry } from './scheduled-entries.ts'

export interface WorkspaceOverview extends Attention {
  /** Open requests with a submitter or a customer comment and no public reply by the team. */
  unanswered: UnansweredRequests
  /** At most five open requests, those with the most votes. */
  mostVoted: TopRequest[]
  /** At most five scheduled entries, the next one first. */
  scheduled: ScheduledEntry[]
  /** One row for each day of the last twelve weeks in the time zone, today included, oldest first. */
  activity: ActivityDay[]
  /** The delivery of the latest entry's announcement, which reveals mail failures; null without one. */
  latestDelivery: DeliveryReport | null
}

const activityDays = 84

/**
 * Loads what needs attention and recent activity, in seven statements, none of which reads all requests.
 * @param zone the IANA time zone to count days in
 */
export async function getOverview(
  scope: Scope,
  zone: string,
  deps: { isMailConfigured: boolean },
): Promise<WorkspaceOverview> {
  const [attention, unanswered, mostVoted, scheduled, activity] = await Promise.all([
    getAttention(scope, deps),
    getUnanswered(scope),
    listMostVoted(scope),
    listScheduledEntries(scope),
    getDailyActivity(scope, zone, activityDays),
  ])
  const { latestEntry } = attention
  const latestDelivery = latestEntry && (await getDeliveryReport(scope, latestEntry.id, deps))
  return { ...attention, unanswered, mostVoted, scheduled, activity, latestDelivery }
}
