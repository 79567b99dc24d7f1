import { type DeliveryReport, deliveryReport } from '../notifications/announcements/delivery-report.ts'
import type { Scope } from '../platform/scope.ts'
import { type ActivityDay, activityByDay } from './activity.ts'
import { type Attention, attentionOf } from './attention.ts'
import { mostWanted, type Waiting, type WantedRequest, waitingOf } from './requests.ts'
import { type ScheduledEntry, scheduledEntries } from './scheduled-entries.ts'

export interface Overview extends Attention {
  /** Open requests that somebody waits for and nobody of the team has answered. */
  unanswered: Waiting
  /** Open requests with the most votes, five at most. */
  mostWanted: WantedRequest[]
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
export async function overviewOf(scope: Scope, zone: string, deps: { isMailConfigured: boolean }): Promise<Overview> {
  const [attention, unanswered, wanted, scheduled, activity] = await Promise.all([
    attentionOf(scope, deps),
    waitingOf(scope),
    mostWanted(scope),
    scheduledEntries(scope),
    activityByDay(scope, zone),
  ])
  const { latestEntry } = attention
  const latestDelivery = latestEntry && (await deliveryReport(scope, latestEntry.id, deps))
  return { ...attention, unanswered, mostWanted: wanted, scheduled, activity, latestDelivery }
}
