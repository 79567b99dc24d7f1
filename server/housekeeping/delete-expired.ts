import { sql } from 'kysely'
import { erasingDeletedComments } from '../events/erase.ts'
import type { Database } from '../platform/db/database.ts'

interface RetentionRule {
  table: string
  /** The columns of its primary key, or `ctid` if it has none. */
  key: string
  /** The condition for deleting a row. */
  isExpired: string
  /** Whether its rows are comments, whose texts are erased from the log of events too. */
  areComments?: boolean
}

/** Matches rows of a request or comment that no longer exists, not even as a merged request. */
const isOfDeletedItem = (table: string): string => `not exists (select from feedback f
        where f.workspace_id = ${table}.workspace_id and f.id = ${table}.feedback_id)
      and not exists (select from feedback_merges m
        where m.workspace_id = ${table}.workspace_id and m.feedback_id = ${table}.feedback_id)
      and not exists (select from comments c
        where c.workspace_id = ${table}.workspace_id and c.id = ${table}.comment_id)
      and not exists (select from pending_comments c
        where c.workspace_id = ${table}.workspace_id and c.id = ${table}.comment_id)`

const retentionRules: RetentionRule[] = [
  {
    // The contract promises 24 hours (§9). 72 hours also cover a client that retries after a weekend's outage.
    table: 'idempotency_records',
    key: 'workspace_id, operation, key',
    isExpired: `created_at < now() - interval '72 hours'`,
  },
  {
    // Delivery reports are useful for weeks. The entry's row in `announcements` prevents a second announcement.
    table: 'notification_deliveries',
    key: 'ctid',
    isExpired: `ended_at < now() - interval '180 days'`,
  },
  {
    // Deleting a digest also deletes its events. Its deliveries end within a day.
    table: 'notification_digests',
    key: 'workspace_id, id',
    isExpired: `fanned_out_at < now() - interval '180 days'`,
  },
  {
    table: 'idempotency_leases',
    key: 'workspace_id, operation, key',
    isExpired: `leased_until < now() - interval '1 hour'`,
  },
  {
    // A tracker retries for hours at most. Later replays fail the timestamp check; those of GitHub only cause a fetch.
    table: 'tracker_webhook_deliveries',
    key: 'workspace_id, connection_id, delivery_hash',
    isExpired: `received_at < now() - interval '30 days'`,
  },
  {
    // Long enough to look into a receiver that failed. Its events can be replayed for longer.
    table: 'webhook_deliveries',
    key: 'workspace_id, id',
    isExpired: `created_at < now() - interval '30 days' and status <> 'pending'`,
  },
  { table: 'account_sessions', key: 'id', isExpired: `expires_at < now() - interval '1 day'` },
  {
    table: 'account_challenges',
    key: 'id',
    isExpired: `expires_at < now() - interval '1 hour'`,
  },
  { table: 'account_codes', key: 'email', isExpired: `expires_at < now() - interval '1 hour'` },
  {
    table: 'customer_codes',
    key: 'workspace_id, email, browser_hash',
    isExpired: `expires_at < now() - interval '1 hour'`,
  },
  {
    table: 'customer_sessions',
    key: 'workspace_id, id',
    isExpired: `expires_at < now() - interval '1 day'`,
  },
  {
    // Keeps used tokens longer than clocks can differ, because a deleted token could be used again.
    table: 'consumed_sso_tokens',
    key: 'workspace_id, token_hash',
    isExpired: `expires_at < now() - interval '1 hour'`,
  },
  { table: 'account_links', key: 'hash', isExpired: `expires_at < now() - interval '1 day'` },
  {
    table: 'invitations',
    key: 'workspace_id, id',
    isExpired: `expires_at < now() - interval '30 days'`,
  },
  {
    // The team can look at rejected comments for a while, for example when an author asks.
    table: 'pending_comments',
    key: 'workspace_id, id',
    isExpired: `reviewed_at < now() - interval '90 days'`,
    areComments: true,
  },
  {
    // Earlier texts of deleted requests and comments. Those of merged requests stay, because a merge can be undone.
    table: 'content_edits',
    key: 'workspace_id, id',
    isExpired: isOfDeletedItem('content_edits'),
  },
  {
    // A decision can be undone for a day. Two days leave a margin.
    table: 'pending_edits',
    key: 'workspace_id, id',
    isExpired: `reviewed_at < now() - interval '2 days' or (${isOfDeletedItem('pending_edits')})`,
  },
  {
    // Long enough for a team on vacation, and for a second look at a decision.
    table: 'report_evidence',
    key: 'workspace_id, id',
    isExpired: `created_at < now() - interval '90 days' or dismissed_at < now() - interval '7 days'`,
  },
  {
    // Read notifications have served their purpose. Unread ones are kept longer, but not forever.
    table: 'member_notifications',
    key: 'workspace_id, id',
    isExpired: `read_at < now() - interval '90 days' or created_at < now() - interval '365 days'`,
  },
  {
    table: 'member_mails',
    key: 'workspace_id, id',
    isExpired: `ended_at < now() - interval '90 days'`,
  },
  {
    // Uploads that no text refers to. A draft that is older in a browser loses its images.
    table: 'files',
    key: 'workspace_id, id',
    isExpired: `not is_attached and created_at < now() - interval '1 day'`,
  },
  {
    table: 'portal_sso_secrets',
    key: 'workspace_id, id',
    isExpired: `expires_at < now() - interval '1 hour'`,
  },
]

const batchSize = 5_000

/**
 * Deletes expired rows in batches, each in its own transaction so that locks are short. Stops between two batches when
 * aborted; the next run continues.
 * @returns the number of deleted rows per table
 */
export async function deleteExpiredRows({ db }: Database, signal: AbortSignal): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {}
  for (const rule of retentionRules) {
    deleted[rule.table] = 0
    while (!signal.aborted) {
      const count = await deleteBatch(db, rule)
      deleted[rule.table]! += count
      if (count < batchSize) break
    }
  }
  return deleted
}

async function deleteBatch(db: Database['db'], { table, key, isExpired, areComments }: RetentionRule): Promise<number> {
  // The outer condition keeps a row that another transaction, which this one waited for, has just changed.
  const deletion = sql`delete from ${sql.table(table)} where (${sql.raw(key)}) in (
    select ${sql.raw(key)} from ${sql.table(table)} where ${sql.raw(isExpired)} limit ${batchSize})
    and (${sql.raw(isExpired)})`
  if (!areComments) return Number((await deletion.execute(db)).numAffectedRows ?? 0n)
  const { rows } = await sql<{ count: number }>`
    with expired as (${deletion} returning workspace_id, id), ${erasingDeletedComments(sql`expired`)}
    select count(*) as count from expired`.execute(db)
  return rows[0]!.count
}
