import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { Problem } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { recordDomainCheck } from './check.ts'
import type { TxtLookup } from './dns.ts'
import { recordNameOf } from './domain.ts'

export interface DueCheckDeps {
  database: Database
  lookup: TxtLookup
  write: <T>(workspaceId: string, work: (tx: WriteScope) => Promise<T>) => Promise<T>
  now: string
}

// A run ends before the next one starts, even if every lookup times out.
const maxPerRun = 200

/**
 * Checks the domains that are due, one after another: new ones at every run for three days, since someone is setting them
 * up; all others once a day. @returns the number of checks
 */
export async function checkDueDomains(deps: DueCheckDeps, signal: AbortSignal): Promise<number> {
  const { database, lookup, write, now } = deps
  const { rows } = await sql<{ workspaceId: string; host: string }>`
    select workspace_id as "workspaceId", host from portal_domains
    where checked_at is null or checked_at < ${now}::timestamptz - case
      when verified_at is null and created_at > ${now}::timestamptz - interval '3 days' then interval '1 minute'
      else interval '1 day' end
    order by checked_at nulls first limit ${maxPerRun}`.execute(database.db)
  for (const [index, { workspaceId, host }] of rows.entries()) {
    if (signal.aborted) return index
    const answer = await lookup(recordNameOf(host))
    try {
      await write(workspaceId, (tx) => recordDomainCheck(tx, host, answer))
    } catch (error) {
      // The domain was removed or replaced during the lookup.
      if (!(error instanceof Problem)) throw error
    }
  }
  return rows.length
}
