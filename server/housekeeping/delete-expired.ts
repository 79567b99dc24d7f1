import { sql } from 'kysely'
import { eraseCommentsOf, erasingDeletedComments } from '../events/erase.ts'
import type { Database } from '../platform/db/database.ts'
import { sendsDistributedStatements } from '../platform/db/kysely-dialect.ts'
import { inTransaction } from '../platform/db/transaction.ts'

interface RetentionRule {
  table: string
  /** The columns of its primary key, or `ctid` if it has none. */
  key: string
  /** The condition for deleting a row. */
  isExpired: string
  /** Whether its rows are comments, whose texts are erased from the log of events too. */
  areComments?: boolean
  /** A column of another table that refers to a deleted row. PostgreSQL clears it, Citus does not (ADR 0055). */
  namedBy?: { table: string; column: string }
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
    // A draft that nobody started. Its file is removed a day later.
    table: 'imports',
    key: 'workspace_id, id',
    isExpired: `state in ('draft', 'checked') and active_at < now() - interval '7 days'`,
  },
  {
    // An import can be undone for 24 hours (imports/undo/undo.ts); an undo that has started has read the changes by
    // then.
    table: 'import_changes',
    key: 'workspace_id, import_id, resource, source_id',
    isExpired: `created_at < now() - interval '48 hours'`,
  },
  {
    // The rows that an archive added to existing requests, for an undo.
    table: 'archived_additions',
    key: 'workspace_id, import_id, position',
    isExpired: `created_at < now() - interval '48 hours'`,
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
  // A used code or refresh token stays until it expires, so that a second use is noticed.
  { table: 'app_tokens', key: 'workspace_id, hash', isExpired: `expires_at < now() - interval '1 hour'` },
  { table: 'account_oauth_artifacts', key: 'kind, hash', isExpired: `expires_at < now() - interval '1 hour'` },
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
    namedBy: { table: 'member_notifications', column: 'mail_id' },
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
export async function deleteExpiredRows(
  database: Pick<Database, 'db' | 'pool'>,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {}
  for (const rule of retentionRules) {
    deleted[rule.table] = 0
    while (!signal.aborted) {
      const count = await deleteBatch(database, rule)
      deleted[rule.table]! += count
      // On a distributed database, one call deletes all expired rows.
      if (count < batchSize || sendsDistributedStatements()) break
    }
  }
  return deleted
}

async function deleteBatch(database: Pick<Database, 'db' | 'pool'>, rule: RetentionRule): Promise<number> {
  if (sendsDistributedStatements()) return deleteOnAllNodes(database, rule)
  const { db } = database
  const { table, key, isExpired, areComments } = rule
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

/** Deletes without batches, because Citus does not limit a write: each node deletes its own rows. */
async function deleteOnAllNodes(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  { table, isExpired, areComments, namedBy }: RetentionRule,
): Promise<number> {
  if (namedBy) {
    const [naming, column] = [sql.table(namedBy.table), sql.ref(namedBy.column)]
    await sql`update ${naming} x set ${column} = null from ${sql.table(table)} where x.workspace_id = ${sql.table(table)}.workspace_id
      and x.${column} = ${sql.table(table)}.id and ${sql.table(table)}.${sql.raw(isExpired)}`.execute(db)
  }
  if (!areComments) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${sql.raw(isExpired)}`.execute(db)
    return Number(numAffectedRows ?? 0n)
  }
  const { rows } = await sql<{ workspaceId: string; ids: string[] }>`
    select workspace_id as "workspaceId", array_agg(id) as ids from ${sql.table(table)} where ${sql.raw(isExpired)}
    group by 1`.execute(db)
  for (const { workspaceId, ids } of rows) {
    await inTransaction(pool, async (tx) => {
      await sql`delete from ${sql.table(table)} where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
        and (${sql.raw(isExpired)})`.execute(tx.db)
      eraseCommentsOf({ ...tx, workspaceId }, ids)
    })
  }
  return rows.reduce((sum, { ids }) => sum + ids.length, 0)
}
