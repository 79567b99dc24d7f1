import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import type { RetentionSettings } from './settings.ts'

/** Matches rows of the customer with the table alias `c`. */
type Condition = RawBuilder<boolean>

const exists = (table: string, more: RawBuilder<unknown> = sql`true`): Condition => sql<boolean>`exists (
  select from ${sql.table(table)} x where x.workspace_id = c.workspace_id and x.customer_id = c.id and ${more})`

/**
 * Merged requests remain as snapshots, which name their submitter, voters and followers (feedback/merge/snapshot.ts).
 */
const isNamedInMerge = (since: RawBuilder<unknown> = sql`true`): Condition => sql<boolean>`exists (
  select from feedback_merges m where m.workspace_id = c.workspace_id and ${since}
    and (m.snapshot->'context'->>'customer_id' = c.id::text
      or m.snapshot->'votes' @> jsonb_build_array(jsonb_build_object('key', c.id))
      or m.snapshot->'follows' @> jsonb_build_array(jsonb_build_object('key', c.id))))`

/** Matches customers who asked for announcements and whom messages reach; they are kept. */
const isSubscriber = sql<boolean>`(c.notify_changelog is true and c.mail_opted_out_at is null and c.mail_bounced_at is null)`

const beforeMonths = (months: number, now: string) =>
  sql`(${now}::timestamptz - make_interval(months => ${months}::integer))`

/** Matches customers whose last activity is older than some months. Signed-in customers count as active. */
function isInactive(months: number, now: string): Condition {
  const cutoff = beforeMonths(months, now)
  const isRecent = sql`x.created_at >= ${cutoff}`
  return sql<boolean>`(c.created_at < ${cutoff} and c.blocked_at is null and not ${isSubscriber}
    and not exists (select from feedback_context x join feedback f on f.workspace_id = x.workspace_id and f.id = x.feedback_id
      where x.workspace_id = c.workspace_id and x.customer_id = c.id and f.created_at >= ${cutoff})
    and not ${exists('votes', isRecent)} and not ${exists('comments', isRecent)}
    and not ${exists('pending_comments', isRecent)} and not ${exists('pending_edits', isRecent)}
    and not ${exists('changelog_reactions', isRecent)} and not ${exists('consents', isRecent)}
    and not ${exists('follows', sql`x.is_following and ${isRecent}`)}
    and not ${exists('customer_sessions', sql`x.expires_at > ${now}::timestamptz`)}
    and not ${isNamedInMerge(sql`m.merged_at >= ${cutoff}`)})`
}

/**
 * Matches people who came by themselves some days ago or more, and have never taken part. Leaves out blocked people: a
 * block must outlive the removal of their content.
 */
function isIdleVisitor(days: number, now: string): Condition {
  const cutoff = sql`(${now}::timestamptz - make_interval(days => ${days}::integer))`
  const isRecent = sql`x.created_at >= ${cutoff}`
  return sql<boolean>`(c.origin in ('portal', 'token', 'widget') and c.created_at < ${cutoff} and not ${isSubscriber}
    and not c.is_participant and c.blocked_at is null and not ${exists('pending_comments')}
    and not ${exists('feedback_context')} and not ${exists('votes')} and not ${exists('comments')}
    and not ${exists('changelog_reactions')} and not ${exists('follows', sql`x.is_following`)} and not ${isNamedInMerge()}
    and not ${exists('consents', isRecent)} and not ${exists('customer_sessions', isRecent)})`
}

type Limits = Pick<RetentionSettings, 'inactiveMonths' | 'visitorDays'>

/** Matches customers `c` whom the settings delete; no one if both are off. */
export function isExpiredCustomer({ inactiveMonths, visitorDays }: Limits, now: string): Condition {
  const conditions = [
    ...(inactiveMonths === null ? [] : [isInactive(inactiveMonths, now)]),
    ...(visitorDays === null ? [] : [isIdleVisitor(visitorDays, now)]),
  ]
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/**
 * Matches completed and closed requests `f` that last changed some months ago and whose context is still there. The
 * condition on `created_at` follows from the one on `updated_at`, and lets the index leave out the newer requests.
 */
export const hasExpiredContext = (months: number, now: string): Condition => sql<boolean>`(
  f.stage in ('completed', 'closed') and f.created_at < ${beforeMonths(months, now)}
  and f.updated_at < ${beforeMonths(months, now)}
  and (exists (select from feedback_context x where x.workspace_id = f.workspace_id and x.feedback_id = f.id
      and (x.source_url is not null or x.metadata is not null))
    or exists (select from feedback_merges m where m.workspace_id = f.workspace_id and m.into_id = f.id
      and ${snapshotHasContext('m')})))`

/** Matches merges whose snapshot still has the source address or the metadata of the merged request. */
export const snapshotHasContext = (merge: string): Condition => {
  const context = sql`${sql.ref(`${merge}.snapshot`)}->'context'`
  return sql<boolean>`(${context}->>'source_url' is not null or ${context}->>'metadata' is not null)`
}

export interface RetentionPreview {
  inactive: number
  visitors: number
  /** Requests whose context would be deleted. */
  requests: number
}

/** Counts the rows that settings would delete now. A customer may be both inactive and a visitor. */
export async function previewRetention(
  { db, workspaceId, now }: Scope,
  { inactiveMonths, visitorDays, contextMonths }: RetentionSettings,
): Promise<RetentionPreview> {
  const customers = (limits: Limits) =>
    sql`(select count(*) from customers c where c.workspace_id = ${workspaceId} and ${isExpiredCustomer(limits, now)})`
  const { rows } = await sql<RetentionPreview>`select
    ${customers({ inactiveMonths, visitorDays: null })} as inactive,
    ${customers({ inactiveMonths: null, visitorDays })} as visitors,
    (select count(*) from feedback f where f.workspace_id = ${workspaceId}
      and ${contextMonths === null ? sql`false` : hasExpiredContext(contextMonths, now)}) as requests`.execute(db)
  return rows[0]!
}
