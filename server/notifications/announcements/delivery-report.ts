import { sql } from 'kysely'
import { lookUp } from '../../platform/db/look-up.ts'
import type { Scope } from '../../platform/scope.ts'
import { type AnnouncementProgress, getAnnouncementProgress } from './progress.ts'

interface DeliveryFailure {
  customerId: string
  name: string | null
  email: string | null
  /** The mail server's reply. */
  response: string
  at: string
}

export interface DeliveryReport extends AnnouncementProgress {
  /** The recipients found so far. */
  total: number
  /** Whether the fan-out is complete and every delivery is final. */
  isFinished: boolean
  /** The latest failed deliveries, ten at most. */
  failures: DeliveryFailure[]
  /** Whether mail is sent, as opposed to written to files. */
  isMailConfigured: boolean
}

const failureLimit = 10

/** Returns the state of an announcement; null if the entry has not been announced. */
export async function getDeliveryReport(
  scope: Scope,
  entryId: string,
  { isMailConfigured }: { isMailConfigured: boolean },
): Promise<DeliveryReport | null> {
  const [progress, failures] = await Promise.all([
    getAnnouncementProgress(scope, entryId),
    listFailures(scope, entryId),
  ])
  if (progress === null) return null
  const { isListed, due, sent, failed, suppressed } = progress
  const total = due + sent + failed + suppressed
  return { ...progress, total, isFinished: isListed && due === 0, failures, isMailConfigured }
}

const customerOfDelivery = lookUp(
  sql`select * from customers where customers.workspace_id = d.workspace_id and customers.id = d.customer_id`,
)

async function listFailures({ db, workspaceId }: Scope, entryId: string): Promise<DeliveryFailure[]> {
  const { rows } = await sql<DeliveryFailure>`
    select c.id as "customerId", c.name, c.email, coalesce(d.error, '') as response, d.ended_at as at
    from notification_deliveries d cross join ${customerOfDelivery} c
    where d.workspace_id = ${workspaceId} and d.entry_id = ${entryId} and d.state = 'failed'
    order by d.ended_at desc, d.customer_id limit ${failureLimit}`.execute(db)
  return rows
}
