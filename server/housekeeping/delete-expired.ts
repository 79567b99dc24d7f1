import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'

interface Kept {
  what: string
  table: string
  /** The columns of its primary key; where it has none, the place of the row. */
  key: string
  /** Which rows nobody needs at `$now`. */
  isOver: string
}

// A kind of thing that is to be removed in time is a line here.
const kept: Kept[] = [
  {
    // Promised for a day (contract §9); a client that retries over a weekend's outage is served too.
    what: 'idempotency records',
    table: 'idempotency_records',
    key: 'workspace_id, operation, key',
    isOver: `created_at < now() - interval '72 hours'`,
  },
  {
    // Who was written to is asked for weeks, not years; an entry's row in announcements keeps it from being told again.
    what: 'deliveries',
    table: 'deliveries',
    key: 'ctid',
    isOver: `ended_at < now() - interval '180 days'`,
  },
  {
    // With what was told in them. Their messages have ended after a day.
    what: 'news',
    table: 'news_bundles',
    key: 'workspace_id, id',
    isOver: `listed_at < now() - interval '180 days'`,
  },
  {
    what: 'idempotency claims',
    table: 'idempotency_claims',
    key: 'workspace_id, operation, key',
    isOver: `held_until < now() - interval '1 hour'`,
  },
  {
    // A tracker repeats a call for hours at most; older than that its own time stamp gives it away.
    what: 'tracker calls',
    table: 'tracker_calls',
    key: 'workspace_id, connection_id, digest',
    isOver: `received_at < now() - interval '30 days'`,
  },
  { what: 'sessions', table: 'account_sessions', key: 'id', isOver: `expires_at < now() - interval '1 day'` },
  { what: 'second steps', table: 'account_challenges', key: 'id', isOver: `expires_at < now() - interval '1 hour'` },
  { what: 'sign-in codes', table: 'account_codes', key: 'email', isOver: `expires_at < now() - interval '1 hour'` },
  {
    what: 'codes of customers',
    table: 'customer_codes',
    key: 'workspace_id, email',
    isOver: `expires_at < now() - interval '1 hour'`,
  },
  {
    what: 'sessions of customers',
    table: 'customer_sessions',
    key: 'workspace_id, id',
    isOver: `expires_at < now() - interval '1 day'`,
  },
  {
    // Longer than clocks differ: what is forgotten could be used once more.
    what: 'arrivals of customers',
    table: 'portal_arrivals',
    key: 'workspace_id, digest',
    isOver: `expires_at < now() - interval '1 hour'`,
  },
  { what: 'account links', table: 'account_links', key: 'hash', isOver: `expires_at < now() - interval '1 day'` },
  {
    what: 'invitations',
    table: 'invitations',
    key: 'workspace_id, id',
    isOver: `expires_at < now() - interval '30 days'`,
  },
  {
    what: 'portal secrets',
    table: 'portal_secrets',
    key: 'workspace_id, id',
    isOver: `expires_at < now() - interval '1 hour'`,
  },
]

const rowsAtOnce = 5_000

/**
 * Removes what is over, in batches, each in a transaction of its own so that nobody waits for long. May be ended
 * between two: the next run goes on.
 * @returns how many rows of each kind are gone.
 */
export async function cleanUp({ db }: Database, signal: AbortSignal): Promise<Record<string, number>> {
  const removed: Record<string, number> = {}
  for (const { what, table, key, isOver } of kept) {
    removed[what] = 0
    while (!signal.aborted) {
      const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where (${sql.raw(key)}) in (
        select ${sql.raw(key)} from ${sql.table(table)} where ${sql.raw(isOver)} limit ${rowsAtOnce})`.execute(db)
      removed[what] += Number(numAffectedRows)
      if (numAffectedRows < BigInt(rowsAtOnce)) break
    }
  }
  return removed
}
