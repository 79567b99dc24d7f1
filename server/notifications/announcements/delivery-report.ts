import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { type Progress, progressOf } from './progress.ts'

interface Failure {
  customerId: string
  name: string | null
  email: string | null
  /** The mail server's own words. */
  words: string
  at: string
}

export interface DeliveryReport extends Progress {
  /** All who were to hear, as far as they are listed. */
  total: number
  /** Whether all are listed and every message has ended. */
  isOver: boolean
  /** The latest messages that were refused, ten at most. */
  failures: Failure[]
  /** Whether messages leave at all, or are written to files. */
  isMailConfigured: boolean
}

const failuresAtMost = 10

/** How the announcement of an entry goes, for the page of the entry. @returns null when it has not been announced. */
export async function deliveryReport(
  scope: Scope,
  entryId: string,
  { isMailConfigured }: { isMailConfigured: boolean },
): Promise<DeliveryReport | null> {
  const [progress, failures] = await Promise.all([progressOf(scope, entryId), failuresOf(scope, entryId)])
  if (progress === null) return null
  const { isListed, due, sent, failed, suppressed } = progress
  const total = due + sent + failed + suppressed
  return { ...progress, total, isOver: isListed && due === 0, failures, isMailConfigured }
}

async function failuresOf({ db, workspaceId }: Scope, entryId: string): Promise<Failure[]> {
  const { rows } = await sql<Failure>`
    select c.id as "customerId", c.name, c.email, coalesce(d.error, '') as words, d.ended_at as at
    from deliveries d join customers c on c.workspace_id = d.workspace_id and c.id = d.customer_id
    where d.workspace_id = ${workspaceId} and d.entry_id = ${entryId} and d.state = 'failed'
    order by d.ended_at desc, d.customer_id limit ${failuresAtMost}`.execute(db)
  return rows
}
