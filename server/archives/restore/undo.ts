import type { PoolClient } from 'pg'
import { sendsDistributedStatements } from '../../platform/db/kysely-dialect.ts'
import { type SessionSource, withSession } from '../../platform/db/sessions/sessions.ts'
import { archivedTables } from '../tables/list.ts'
import { settings } from '../tables/workspace.ts'
import { hasParent, removeAdditions } from './additions.ts'
import { isUpdatable } from './fields.ts'
import { hasId } from './ids.ts'
import { lockRestore, unlockRestore } from './lock.ts'
import { recountCounters } from './recount.ts'
import { restoreUpdates } from './updates.ts'
import { releaseUsed } from './used.ts'

const batchSize = 500

const noneOf = (tables: string[], column: string): string =>
  tables
    .map((table) => `not exists (select from ${table} x where x.workspace_id = $1 and x.${column} = batch.target_id)`)
    .join(' and ')

/**
 * The condition that a request has a new vote, or a request or entry a new comment, since the import began ($4).
 */
const hasNews = (column: 'feedback_id' | 'entry_id'): string =>
  ['comments', 'pending_comments', column === 'feedback_id' ? 'votes' : 'changelog_reactions']
    .map(
      (table) =>
        `exists (select from ${table} x where x.workspace_id = $1 and x.${column} = batch.target_id and x.created_at > $4)`,
    )
    .join(' or ')

/**
 * Conditions on the rows of other tables about `batch.target_id`, a row that an undo deletes. They exclude rows that came
 * into use while it runs. They are not part of the deletion, because Citus does not delete rows of reference tables by them.
 */
const unused: Partial<Record<string, string>> = {
  boards: noneOf(['feedback'], 'board_id'),
  companies: noneOf(['customers'], 'company_id'),
  customers: noneOf(
    ['votes', 'comments', 'feedback_context', 'pending_comments', 'changelog_reactions'],
    'customer_id',
  ),
  feedback: `not (${hasNews('feedback_id')})`,
  changelog_entries: `not (${hasNews('entry_id')})`,
  files: `not exists (select from file_uses x where x.workspace_id = $1 and x.file_id = batch.target_id)`,
  members: `${noneOf(['feedback'], 'owner_id')} and ${noneOf(['comments'], 'member_id')}`,
  tracker_connections: noneOf(['tracker_links'], 'connection_id'),
}

/** Conditions on the rows with the alias `t` that an undo deletes. */
const inactive: Partial<Record<string, string>> = {
  // A person who has accepted the invitation is a member.
  members: 't.awaits_invitation',
  // A tracker that was connected again and a webhook that was enabled again are in use.
  tracker_connections: 't.disconnected_at is not null',
  webhooks: 't.disabled_reason is not null',
}

/** Columns that are cleared when the row that they refer to is deleted: by the database or, if it is distributed, here. */
const cleared: Partial<Record<string, [table: string, column: string][]>> = {
  customers: [['files', 'created_by_customer']],
  members: [
    ['files', 'created_by_member'],
    ['saved_views', 'created_by'],
  ],
}

/**
 * Deletes the rows that the import of an archive created, except those that people have used or edited since (used.ts),
 * and counts them in the row of the import. If the import rebuilt an empty workspace, restores its settings and boards.
 * Can be run again after a process was killed.
 * @returns the restored requests, whose roadmap items follow their stages
 * @throws 400 while another archive is imported into the workspace
 * @throws {RestoreTaken} if another process works on this import
 */
export const undoRestore = (
  database: SessionSource,
  restored: { workspaceId: string; importId: string },
  signal: AbortSignal,
): Promise<{ requestIds: string[] }> =>
  withSession(database, 'imports of archives', (client) => undoIn(client, restored, signal))

async function undoIn(
  client: PoolClient,
  { workspaceId, importId }: { workspaceId: string; importId: string },
  signal: AbortSignal,
): Promise<{ requestIds: string[] }> {
  const requestIds: string[] = []
  try {
    await lockRestore(client, workspaceId, importId)
    const since = await startOf(client, workspaceId, importId)
    // The earlier settings first: those of the archive refer to its logo.
    await giveSettingsBack(client, workspaceId, importId)
    await takeBackAdded(client, { workspaceId, importId, limit: batchSize }, requestIds, signal)
    await releaseUsed({ client, workspaceId, importId, since })
    for (const { table } of undoOrder()) {
      if (sendsDistributedStatements()) await clearReferences(client, table, { workspaceId, importId, since })
      for (let isMore = true; isMore; ) {
        signal.throwIfAborted()
        isMore = (await deleteBatch(client, table, { workspaceId, importId, since })) === batchSize
      }
    }
    await giveBoardsBack(client, workspaceId, importId)
    await recountCounters(client, workspaceId)
    return { requestIds }
  } finally {
    await unlockRestore(client)
  }
}

/** Restores what the import updated, and deletes what it added to requests and entries that it did not create. */
async function takeBackAdded(
  client: PoolClient,
  page: { workspaceId: string; importId: string; limit: number },
  requestIds: string[],
  signal: AbortSignal,
): Promise<void> {
  for (const archived of archivedTables) {
    for (let isMore = isUpdatable(archived); isMore; ) {
      signal.throwIfAborted()
      const { seen, restored } = await restoreUpdates(client, archived, page)
      if (archived.table === 'feedback') requestIds.push(...restored)
      isMore = seen === page.limit
    }
    for (let isMore = hasParent(archived); isMore; ) {
      signal.throwIfAborted()
      isMore = (await removeAdditions(client, archived, page)) === page.limit
    }
  }
}

/** Returns the order of deletion: rows before those that they refer to, and files last, because texts refer to them. */
const undoOrder = () => {
  const tables = archivedTables.filter(hasId).toReversed()
  return [...tables.filter(({ table }) => table !== 'files'), ...tables.filter(({ table }) => table === 'files')]
}

async function startOf(client: PoolClient, workspaceId: string, importId: string): Promise<string> {
  const { rows } = await client.query<{ at: string }>(
    'select created_at as at from imports where workspace_id = $1 and id = $2',
    [workspaceId, importId],
  )
  return rows[0]!.at
}

interface Undo {
  workspaceId: string
  importId: string
  since: string
}

/** Clears the references to the rows of a table that are going to be deleted. */
async function clearReferences(client: PoolClient, table: string, { workspaceId, importId, since }: Undo) {
  for (const [referring, column] of cleared[table] ?? []) {
    await client.query(
      `with batch as materialized (
         select a.target_id from archived_records a join ${table} t on t.workspace_id = $1 and t.id = a.target_id
         where a.workspace_id = $1 and a.import_id = $2 and a.table_name = $3 and ${inactive[table] ?? 'true'}),
       unused as materialized (
         select batch.target_id from batch where $4::timestamptz is not null and ${unused[table] ?? 'true'})
       update ${referring} set ${column} = null from unused where workspace_id = $1 and ${column} = unused.target_id`,
      [workspaceId, importId, table, since],
    )
  }
}

/**
 * Deletes some rows in one transaction, and detaches the kept ones from the import. @returns how many rows it has
 * processed
 */
async function deleteBatch(client: PoolClient, table: string, { workspaceId, importId, since }: Undo): Promise<number> {
  // An invitation that a person has sent since then is kept.
  const uninvited = `delete from invitations i using deleted where i.workspace_id = $1 and i.id = deleted.id
    and i.invited_by_type = 'system' and i.mailed_hash is null`
  const { rows } = await client.query<{ seen: number }>(
    `with batch as materialized (
       select a.source_id, a.target_id from archived_records a
       where a.workspace_id = $1 and a.import_id = $2 and a.table_name = $3 limit ${batchSize}),
     unused as materialized (
       select batch.target_id from batch where $4::timestamptz is not null and ${unused[table] ?? 'true'}),
     deleted as (
       delete from ${table} t using unused
       where t.workspace_id = $1 and t.id = unused.target_id and ${inactive[table] ?? 'true'}
       returning t.id),
     kept as (
       select batch.source_id from batch join ${table} t on t.workspace_id = $1 and t.id = batch.target_id
       where t.id not in (select id from deleted)),
     released as (
       update archived_records a set import_id = null from kept
       where a.workspace_id = $1 and a.import_id = $2 and a.table_name = $3 and a.source_id = kept.source_id),
     forgotten as (
       delete from archived_records a using batch where a.workspace_id = $1 and a.import_id = $2 and a.table_name = $3
         and a.source_id = batch.source_id and a.source_id not in (select source_id from kept)),
     ${table === 'members' ? `uninvited as (${uninvited}),` : ''}
     counted as (
       update imports set undo_deleted = undo_deleted + (select count(*) from deleted),
         undo_kept = undo_kept + (select count(*) from kept)
       where workspace_id = $1 and id = $2)
     select count(*)::int as seen from batch`,
    [workspaceId, importId, table, since],
  )
  return rows[0]!.seen
}

// The data that an import replaced when it rebuilt the workspace.
const source = 'select replaced from archive_imports where workspace_id = $1 and import_id = $2 and is_rebuild'

async function giveSettingsBack(client: PoolClient, workspaceId: string, importId: string): Promise<void> {
  const { columns } = settings
  // Citus does not update `workspaces` from another table, so the values are read first, as text.
  const { rows } = await client.query<{ earlier: string[]; written: string[] | null }>(
    `select array[${columns.map((column) => `earlier.${column}::text`).join(', ')}] as earlier,
       case when r.replaced ? 'written' then array[${columns.map((column) => `written.${column}::text`).join(', ')}] end as written
     from (${source}) r, jsonb_populate_record(null::workspaces, r.replaced -> 'settings') earlier,
       jsonb_populate_record(null::workspaces, r.replaced -> 'written') written`,
    [workspaceId, importId],
  )
  if (!rows[0]) return
  const { earlier, written } = rows[0]
  // Settings that were changed after the import are kept. Imports from before migration 0050 did not record the
  // settings they wrote.
  const assignments = columns.map((column, index) =>
    written === null
      ? `${column} = $${index + 2}`
      : `${column} = case when ${column} is distinct from $${columns.length + index + 2} then ${column} else $${index + 2} end`,
  )
  await client.query(`update workspaces set ${assignments.join(', ')} where workspace_id = $1`, [
    workspaceId,
    ...earlier,
    ...(written ?? []),
  ])
}

async function giveBoardsBack(client: PoolClient, workspaceId: string, importId: string): Promise<void> {
  const targets = ['feedback', 'comments', 'customers', 'companies', 'boards', 'tags', 'changelog_entries']
  await client.query(
    `delete from imported_records r using (${source}) s where r.workspace_id = $1
       and ${targets.map((table) => `not exists (select from ${table} t where t.workspace_id = $1 and t.id = r.target_id)`).join(' and ')}`,
    [workspaceId, importId],
  )
  await client.query(
    `insert into boards select b.* from (${source}) r, jsonb_populate_recordset(null::boards, r.replaced -> 'boards') b
     on conflict do nothing`,
    [workspaceId, importId],
  )
}
