import { sql } from 'kysely'
import { addTrackedCustomers } from '../../customers/tracking/counter.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { isAsImported, tableOf } from '../fingerprints.ts'

// Conditions under which a tag, board or company is still in use.
const isAudience = (resource: 'board' | 'tag') =>
  `exists (select from changelog_entries x where x.workspace_id = t.workspace_id
    and x.publish_audience = '${resource}' and x.publish_audience_id = t.id)`

const usesOf = {
  tags: `exists (select from feedback_tags x where x.workspace_id = t.workspace_id and x.tag_id = t.id)
    or exists (select from changelog_entry_tags x where x.workspace_id = t.workspace_id and x.tag_id = t.id)
    or ${isAudience('tag')}`,
  boards: `exists (select from feedback x where x.workspace_id = t.workspace_id and x.board_id = t.id)
    or exists (select from feedback_merges x where x.workspace_id = t.workspace_id
      and x.snapshot #>> '{row,board_id}' = t.id::text)
    or not exists (select from boards x where x.workspace_id = t.workspace_id and x.id <> t.id)
    or ${isAudience('board')}`,
  companies: 'exists (select from customers x where x.workspace_id = t.workspace_id and x.company_id = t.id)',
} as const

/** Deletes rows that nothing refers to and nobody has edited. */
export async function deleteUnused(
  tx: WriteScope,
  importId: string,
  { resource, limit }: { resource: keyof typeof usesOf; limit: number },
): Promise<Deleted> {
  const table = sql.table(tableOf(resource))
  const { rows } = await sql<{ deleted: number }>`
    with page as (
      select distinct r.target_id from imported_records r
      join ${table} t on t.workspace_id = ${tx.workspaceId} and t.id = r.target_id
      where r.workspace_id = ${tx.workspaceId} and r.import_id = ${importId} and r.resource = ${resource}
        and ${isAsImported(resource, 't')} and not (${sql.raw(usesOf[resource])})
      limit ${limit}),
    deleted as (
      delete from ${table} t
      where t.workspace_id = ${tx.workspaceId} and t.id in (select target_id from page) returning t.id),
    forgotten as (
      delete from imported_records r where r.workspace_id = ${tx.workspaceId} and r.resource = ${resource}
        and r.import_id = ${importId} and r.target_id in (select target_id from page))
    select count(*)::int as deleted from deleted`.execute(tx.db)
  const { deleted } = rows[0]!
  return { seen: deleted, deleted }
}

interface Deleted {
  seen: number
  deleted: number
}

/** The tables that show that a customer has been active since, with the column that refers to the customer. */
export const customerUses = [
  ['votes', 'customer_id'],
  ['comments', 'customer_id'],
  ['pending_comments', 'customer_id'],
  ['feedback_context', 'customer_id'],
  ['follows', 'customer_id'],
  ['customer_sessions', 'customer_id'],
  ['customer_names', 'customer_id'],
  ['changelog_reactions', 'customer_id'],
  ['content_edits', 'customer_id'],
  ['pending_edits', 'customer_id'],
  ['content_reports', 'customer_id'],
  ['report_evidence', 'customer_id'],
  ['consents', 'customer_id'],
  ['notification_deliveries', 'customer_id'],
  ['files', 'created_by_customer'],
] as const

/** Deletes customers who have not been active and whom nobody has edited. A trigger deletes their hashes. */
export async function deleteCustomers(tx: WriteScope, importId: string, limit: number): Promise<Deleted> {
  const uses = sql.raw(
    customerUses
      .map(
        ([table, column]) =>
          `exists (select from ${table} x where x.workspace_id = c.workspace_id and x.${column} = c.id)`,
      )
      .join(' or '),
  )
  const { rows } = await sql<{ deleted: number; tracked: number }>`
    with page as (
      select distinct r.target_id from imported_records r
      join customers c on c.workspace_id = ${tx.workspaceId} and c.id = r.target_id
      where r.workspace_id = ${tx.workspaceId} and r.import_id = ${importId} and r.resource = 'customers'
        and c.blocked_at is null and c.notify_changelog is null and ${isAsImported('customers', 'c')} and not (${uses})
      limit ${limit}),
    deleted as (
      delete from customers c where c.workspace_id = ${tx.workspaceId} and c.id in (select target_id from page)
      returning c.is_tracked)
    select count(*)::int as deleted, count(*) filter (where is_tracked)::int as tracked from deleted`.execute(tx.db)
  const { deleted, tracked } = rows[0]!
  if (tracked > 0) {
    tx.beforeCommit(() => tx.defer(addTrackedCustomers(tx, -tracked)))
  }
  return { seen: deleted, deleted }
}
