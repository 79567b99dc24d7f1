import type { PoolClient } from 'pg'
import { type ArchivedTable, memberName } from '../format.ts'
import type { ArchivedRecord } from './record.ts'

// Votes, tags and other rows without an id, which an import adds to existing requests and entries. They are recorded,
// so that an undo can delete them. The rows of a request that the import created are deleted with the request.

/** The column with the request or entry that the rows of a file belong to. */
const parents: Partial<Record<string, 'feedback_id' | 'entry_id'>> = {
  submissions: 'feedback_id',
  feedback_tags: 'feedback_id',
  votes: 'feedback_id',
  follows: 'feedback_id',
  changelog_tags: 'entry_id',
  changelog_feedback: 'entry_id',
  changelog_covers: 'entry_id',
  reactions: 'entry_id',
}

export const hasParent = ({ name }: ArchivedTable): boolean => parents[name] !== undefined

/** Returns the id of a record's request or entry in the archive. */
export function parentOf(archived: ArchivedTable, record: ArchivedRecord): string | null {
  const column = parents[archived.name]
  return column === undefined ? null : (record[memberName(archived, column)] as string | null)
}

/** Returns the part of an insert that records the rows of the parents in a parameter. The inserted rows are `added`. */
export const rememberAdditions = ({ name, table, key }: ArchivedTable, parameter: number): string =>
  `, additions as (
      insert into archived_additions (workspace_id, import_id, table_name, "row", created_at)
      select $1::uuid, $4::uuid, '${table}', to_jsonb(added), $5::timestamptz from added
      where added.${parents[name] ?? key[0]} = any($${parameter}::uuid[]))`

/** Deletes the unchanged rows that an import added. @returns how many rows it has processed */
export async function removeAdditions(
  client: PoolClient,
  { table, columns, omitted, key }: ArchivedTable,
  { workspaceId, importId, limit }: { workspaceId: string; importId: string; limit: number },
): Promise<number> {
  const isUnchanged = [...columns, ...Object.keys(omitted)]
    .map((column) => `t.${column} is not distinct from k.${column}`)
    .join(' and ')
  const { rows } = await client.query<{ seen: number }>(
    `with batch as (
       delete from archived_additions where workspace_id = $1 and import_id = $2 and position in (
         select position from archived_additions where workspace_id = $1 and import_id = $2 and table_name = '${table}'
         order by position limit ${limit})
       returning "row"),
     -- Separate, because Citus does not convert values in a deletion.
     records as materialized (select k.* from batch b, jsonb_populate_record(null::${table}, b."row") k),
     deleted as (
       delete from ${table} t using records k
       where t.workspace_id = $1 and ${key.map((column) => `t.${column} = k.${column}`).join(' and ')} and ${isUnchanged}
       returning 1),
     counted as (
       update imports set undo_deleted = undo_deleted + (select count(*) from deleted) where workspace_id = $1 and id = $2)
     select count(*)::int as seen from batch`,
    [workspaceId, importId],
  )
  return rows[0]!.seen
}
