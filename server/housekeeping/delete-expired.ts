import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'

interface RetentionRule {
  label: string
  table: string
  /** The columns of its primary key; where it has none, the place of the row. */
  key: string
  /** Which rows nobody needs at `$now`. */
  isExpired: string
}

// A kind of thing that is to be removed in time is a line here.
const retentionRules: RetentionRule[] = [
  {
    // Promised for a day (contract §9); a client that retries over a weekend's outage is served too.
    label: 'idempotency records',
    table: 'idempotency_records',
    key: 'workspace_id, operation, key',
    isExpired: `created_at < now() - interval '72 hours'`,
  },
  {
    // Who was written to is asked for weeks, not years; an entry's row in announcements keeps it from being told again.
    label: 'deliveries',
    table: 'notification_deliveries',
    key: 'ctid',
    isExpired: `ended_at < now() - interval '180 days'`,
  },
  {
    // With what was told in them. Their messages have ended after a day.
    label: 'news',
    table: 'notification_digests',
    key: 'workspace_id, id',
    isExpired: `fanned_out_at < now() - interval '180 days'`,
  },
  {
    label: 'idempotency claims',
    table: 'idempotency_leases',
    key: 'workspace_id, operation, key',
    isExpired: `leased_until < now() - interval '1 hour'`,
  },
  {
    // A tracker repeats a call for hours at most; older than that its own time stamp gives it away.
    label: 'tracker calls',
    table: 'tracker_webhook_deliveries',
    key: 'workspace_id, connection_id, delivery_hash',
    isExpired: `received_at < now() - interval '30 days'`,
  },
  { label: 'sessions', table: 'account_sessions', key: 'id', isExpired: `expires_at < now() - interval '1 day'` },
  {
    label: 'second steps',
    table: 'account_challenges',
    key: 'id',
    isExpired: `expires_at < now() - interval '1 hour'`,
  },
  { label: 'sign-in codes', table: 'account_codes', key: 'email', isExpired: `expires_at < now() - interval '1 hour'` },
  {
    label: 'codes of customers',
    table: 'customer_codes',
    key: 'workspace_id, email',
    isExpired: `expires_at < now() - interval '1 hour'`,
  },
  {
    label: 'sessions of customers',
    table: 'customer_sessions',
    key: 'workspace_id, id',
    isExpired: `expires_at < now() - interval '1 day'`,
  },
  {
    // Longer than clocks differ: what is forgotten could be used once more.
    label: 'arrivals of customers',
    table: 'consumed_sso_tokens',
    key: 'workspace_id, token_hash',
    isExpired: `expires_at < now() - interval '1 hour'`,
  },
  { label: 'account links', table: 'account_links', key: 'hash', isExpired: `expires_at < now() - interval '1 day'` },
  {
    label: 'invitations',
    table: 'invitations',
    key: 'workspace_id, id',
    isExpired: `expires_at < now() - interval '30 days'`,
  },
  {
    label: 'portal secrets',
    table: 'portal_sso_secrets',
    key: 'workspace_id, id',
    isExpired: `expires_at < now() - interval '1 hour'`,
  },
]

const batchSize = 5_000

/**
 * Removes what is over, in batches, each in a transaction of its own so that nobody waits for long. May be ended
 * between two: the next run goes on.
 * @returns how many rows of each kind are gone.
 */
export async function deleteExpiredRows({ db }: Database, signal: AbortSignal): Promise<Record<string, number>> {
  const removed: Record<string, number> = {}
  for (const { label: what, table, key, isExpired: isOver } of retentionRules) {
    removed[what] = 0
    while (!signal.aborted) {
      const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where (${sql.raw(key)}) in (
        select ${sql.raw(key)} from ${sql.table(table)} where ${sql.raw(isOver)} limit ${batchSize})`.execute(db)
      removed[what] += Number(numAffectedRows)
      if (numAffectedRows < BigInt(batchSize)) break
    }
  }
  return removed
}
