import type { PoolClient } from 'pg'
import type { ArchivedTable } from '../format.ts'
import { archivedTables } from '../tables/list.ts'
import { fieldHashes, fieldsOf, isUpdatable } from './fields.ts'
import { hasId } from './ids.ts'

// Rows that people have used or edited since an import
//
// An undo keeps these rows, with everything that belongs to them. Their rows in `archived_records` are detached from
// the import, so the undo skips them, and a newer archive of the same workspace still finds them.

interface Undo {
  client: PoolClient
  workspaceId: string
  importId: string
  /** When the import began. */
  since: string
}

/**
 * Detaches the rows that people have used or edited, and all rows of their requests and entries, in one transaction.
 */
export async function releaseUsed(undo: Undo): Promise<void> {
  const { client, workspaceId, importId } = undo
  await client.query('begin')
  try {
    const released = await releaseAll(undo)
    await client.query('update imports set undo_kept = undo_kept + $3 where workspace_id = $1 and id = $2', [
      ...[workspaceId, importId, released],
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function releaseAll(undo: Undo): Promise<number> {
  const tables = archivedTables.filter(hasId)
  const released = new Set<string>()
  const owners = new Set<string>()
  const release = async (archived: ArchivedTable, conditions: string[], ids: ReadonlySet<string>) => {
    for (const row of await releaseRows(undo, archived, conditions, ids)) {
      released.add(row.id)
      for (const owner of row.owners) owners.add(owner)
    }
  }
  const none = new Set<string>()
  for (const archived of tables.filter(isUpdatable))
    await release(archived, [isEditedSql(archived), ...(usesOf[archived.table] ?? [])], none)
  // The requests, entries and comments that these rows belong to.
  for (const archived of tables.filter(({ table }) => threads.includes(table)))
    await release(archived, ['t.id = any($4::uuid[])'], owners)
  // Everything that belongs to those, comments first.
  for (const archived of tables) {
    const columns = ['feedback_id', 'entry_id', 'comment_id'].filter((column) => archived.columns.includes(column))
    const conditions = columns.map((column) => `t.${column} = any($4::uuid[])`)
    if (conditions.length > 0) await release(archived, conditions, released)
  }
  return released.size
}

const threads = ['feedback', 'changelog_entries', 'comments']

/** Detaches the rows of a table that meet one of the conditions. @param ids the parameter $4 of the conditions */
async function releaseRows(
  { client, workspaceId, importId, since }: Undo,
  { table, columns }: ArchivedTable,
  conditions: string[],
  ids: ReadonlySet<string>,
): Promise<{ id: string; owners: string[] }[]> {
  const owners = ['feedback_id', 'entry_id', 'comment_id', 'parent_id'].filter((column) => columns.includes(column))
  const { rows } = await client.query<{ id: string; owners: string[] }>(
    `update archived_records a set import_id = null from ${table} t
     where a.workspace_id = $1 and a.import_id = $2 and a.table_name = '${table}'
       and t.workspace_id = $1 and t.id = a.target_id and $3::timestamptz is not null and $4::uuid[] is not null
       and (${conditions.join(' or ')})
     returning t.id, array_remove(array[${owners.map((column) => `t.${column}`).join(', ')}]::uuid[], null) as owners`,
    [workspaceId, importId, since, [...ids]],
  )
  return rows
}

/** The condition that a row with the alias `t` differs from its record `a`. */
function isEditedSql(archived: ArchivedTable): string {
  const fields = fieldsOf(archived, archived.columns)
    // The order of roadmap items changes with their neighbors, and their column with the stage of the request.
    .filter(([name]) => archived.table !== 'roadmap_items' || name !== 'status')
  return `exists (select from jsonb_each_text(${fieldHashes(fields, 't')}) as here
    where a.fields ->> here.key <> here.value)`
}

/** The condition that rows of another table refer to the row since the import began ($3). */
const newIn = (table: string, column: string, time = 'created_at'): string =>
  `exists (select from ${table} x where x.workspace_id = $1 and x.${column} = t.id and x.${time} > $3)`

/** The condition that rows of another table, which the import did not create, refer to the request. */
const othersIn = (table: string, id: string, of: string): string =>
  `exists (select from ${table} x where x.workspace_id = $1 and x.feedback_id = t.id and x.${id} not in (
    select o.target_id from archived_records o where o.workspace_id = $1 and o.import_id = $2 and o.table_name = '${of}'))`

/** Conditions on rows that people have used since the import began. */
const usesOf: Partial<Record<string, string[]>> = {
  feedback: [
    newIn('votes', 'feedback_id'),
    newIn('comments', 'feedback_id'),
    newIn('pending_comments', 'feedback_id'),
    newIn('pending_edits', 'feedback_id'),
    newIn('feedback_merges', 'into_id', 'merged_at'),
    othersIn('tracker_links', 'id', 'tracker_links'),
    othersIn('changelog_entry_feedback', 'entry_id', 'changelog_entries'),
  ],
  changelog_entries: [
    newIn('comments', 'entry_id'),
    newIn('pending_comments', 'entry_id'),
    newIn('changelog_reactions', 'entry_id'),
    newIn('announcements', 'entry_id', 'due_at'),
  ],
  comments: [newIn('comments', 'parent_id'), newIn('pending_comments', 'parent_id')],
  // Customers who have signed in or opted out here, or whom the team has blocked.
  customers: [
    newIn('customer_sessions', 'customer_id'),
    ...['blocked_at', 'mail_opted_out_at', 'unsubscribed_at'].map((column) => `t.${column} > $3`),
  ],
}
