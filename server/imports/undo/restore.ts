import { sql } from 'kysely'
import { syncRoadmapItems } from '../../feedback/lifecycle/sync-roadmap-items.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { updateCustomers } from '../fingerprints.ts'
import { recountLocked } from '../finish.ts'

interface StoredChange {
  resource: 'feedback' | 'comments' | 'changelog' | 'customers'
  source: string
  source_id: string
  target_id: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  earlier_fields: Record<string, string>
}

const tableOf = {
  feedback: 'feedback',
  comments: 'comments',
  changelog: 'changelog_entries',
  customers: 'customers',
} as const

const castOf: Record<string, string> = { board_id: '::uuid', company_id: '::uuid', votes_without_voters: '::int' }

/** Restores the earlier values of rows that the import updated, unless the rows have changed since. */
export async function restoreChanges(
  tx: WriteScope,
  importId: string,
  limit: number,
): Promise<{ seen: number; restored: number }> {
  const { rows } = await sql<StoredChange>`
    select c.resource, i.source, c.source_id, c.target_id, c.before, c.after, c.earlier_fields
    from import_changes c join imports i on i.workspace_id = c.workspace_id and i.id = c.import_id
    where c.workspace_id = ${tx.workspaceId} and c.import_id = ${importId}
    order by c.target_id limit ${limit}`.execute(tx.db)
  const requests = rows.filter(({ resource }) => resource === 'feedback').map((row) => row.target_id)
  await sql`select from feedback where workspace_id = ${tx.workspaceId} and id = any(${requests}::uuid[])
    order by id for update`.execute(tx.db)
  let restored = 0
  for (const row of rows) if (await restoreRow(tx, row)) restored += 1
  if (requests.length > 0) {
    await recountLocked(tx, requests)
    syncRoadmapItems(tx, requests)
  }
  tx.defer(
    sql`delete from import_changes where workspace_id = ${tx.workspaceId} and import_id = ${importId}
      and (resource, source_id) in (select * from unnest(${rows.map(({ resource }) => resource)}::text[],
        ${rows.map((row) => row.source_id)}::text[]))`.execute(tx.db),
  )
  return { seen: rows.length, restored }
}

/**
 * Restores one row. An import updates few rows compared with those it creates, so a few statements for each are fast enough.
 */
async function restoreRow(tx: WriteScope, row: StoredChange): Promise<boolean> {
  const { tag_ids: tagIds, ...columns } = row.before as { tag_ids?: string[] } & Record<string, string | number | null>
  let isRestored = false
  for (const [column, value] of Object.entries(columns)) {
    const cast = sql.raw(castOf[column] ?? '')
    const update = sql`
      update ${sql.table(tableOf[row.resource])} c set ${sql.ref(column)} = ${value}${cast}, updated_at = ${tx.now}
      where c.workspace_id = ${tx.workspaceId} and c.id = ${row.target_id}
        and ${sql.ref(`c.${column}`)} is not distinct from ${row.after[column] as string | null}${cast}`
    const count =
      row.resource === 'customers'
        ? await updateCustomers(tx, [row.target_id], update)
        : Number((await update.execute(tx.db)).numAffectedRows ?? 0n)
    isRestored ||= count > 0
  }
  if (tagIds !== undefined) isRestored = (await restoreTags(tx, row, tagIds)) || isRestored
  tx.defer(
    sql`update imported_records set fields = fields || ${JSON.stringify(row.earlier_fields)}::jsonb
      where workspace_id = ${tx.workspaceId} and source = ${row.source} and resource = ${row.resource}
        and source_id = ${row.source_id}`.execute(tx.db),
  )
  return isRestored
}

async function restoreTags(tx: WriteScope, { target_id: id, after }: StoredChange, tagIds: string[]): Promise<boolean> {
  const { rows } = await sql<{ tag_id: string }>`
    select tag_id from feedback_tags where workspace_id = ${tx.workspaceId} and feedback_id = ${id} order by tag_id`.execute(
    tx.db,
  )
  if (rows.map((row) => row.tag_id).join() !== (after.tag_ids as string[]).join()) return false
  await sql`delete from feedback_tags where workspace_id = ${tx.workspaceId} and feedback_id = ${id}`.execute(tx.db)
  await sql`insert into feedback_tags (workspace_id, feedback_id, tag_id)
    select ${tx.workspaceId}::uuid, ${id}::uuid, t.id from tags t
    where t.workspace_id = ${tx.workspaceId} and t.id = any(${tagIds}::uuid[])`.execute(tx.db)
  return true
}
