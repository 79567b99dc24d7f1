import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { type AnnouncementProgress, getAnnouncementProgress } from './progress.ts'

interface DeliveryFailure {
  customerId: string
  name: string | null
  email: string | null
  /** The mail server's own words. */
  words: string
  at: string
}

export interface DeliveryReport extends AnnouncementProgress {
  /** All who were to hear, as far as they are listed. */
  total: number
  /** Whether all are listed and every message has ended. */
  isFinished: boolean
  /** The latest messages that were refused, ten at most. */
  failures: DeliveryFailure[]
  /** Whether messages leave at all, or are written to files. */
  isMailConfigured: boolean
}

const failureLimit = 10

/** How the announcement of an entry goes, for the page of the entry. @returns null when it has not been announced. */
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

async function listFailures({ db, workspaceId }: Scope, entryId: string): Promise<DeliveryFailure[]> {
  const { rows } = await sql<DeliveryFailure>`
    select c.id as "customerId", c.name, c.email, coalesce(d.error, '') as words, d.ended_at as at
    from notification_deliveries d join customers c on c.workspace_id = d.workspace_id and c.id = d.customer_id
    where d.workspace_id = ${workspaceId} and d.entry_id = ${entryId} and d.state = 'failed'
    order by d.ended_at desc, d.customer_id limit ${failureLimit}`.execute(db)
  return rows
}
