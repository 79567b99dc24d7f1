import type { PoolClient } from 'pg'
import type { ArchivedTable } from '../format.ts'
import { type Field, fieldHashes, fieldsOf } from './fields.ts'
import { identifier, recordsSource, valuesOf } from './table-sql.ts'

// Updates from a newer archive of the same workspace
//
// The hashes of a record's fields are compared with those of the last archive and those of the row. A field is updated
// if the archive changed it and nobody changed it in this workspace. Columns that only make sense together are one
// field. The earlier values are kept in `import_changes` for an undo.

// Times that are updated together with the fields.
const times = ['updated_at', 'last_activity_at']

/**
 * Returns the statement that locks the rows of records with the ids in $3 that earlier imports from $2 created. Citus
 * cannot lock rows in the statement of `renewSql`.
 */
export const lockRenewedSql = ({ table }: ArchivedTable): string =>
  `select from archived_records a join ${identifier(table)} t on t.workspace_id = $1::uuid and t.id = a.target_id
   where a.workspace_id = $1::uuid and a.origin_id = $2::uuid and a.table_name = '${table}' and a.target_id = any($3::uuid[])
   order by t.id for update of t`

/**
 * Returns the statement that updates the rows of records that an earlier import of the same workspace created. It returns
 * the ids of those that this import has updated, now or before it was interrupted. The rows must be locked, so that
 * nobody changes one between the comparison and the update.
 */
export function renewSql(archived: ArchivedTable, columns: string[], types: Map<string, string>): string {
  const { table } = archived
  const fields = fieldsOf(archived, columns)
  const takes = (index: number) => `d.takes[${index + 1}]`
  const taking = (field: Field, index: number, alias: string, base: string) =>
    `${base} || case when ${takes(index)} then jsonb_build_object(${field
      .map((column) => `'${column}', ${alias}.${identifier(column)}`)
      .join(', ')}) else '{}' end`
  const valuesTaken = (alias: string) =>
    fields.reduce((base, field, index) => taking(field, index, alias, base), `'{}'::jsonb`)
  const assignments = [
    ...fields.flatMap((field, index) =>
      field.map(
        (column) =>
          `${identifier(column)} = case when ${takes(index)} then n.${identifier(column)} else t.${identifier(column)} end`,
      ),
    ),
    ...times
      .filter((column) => columns.includes(column))
      .map((column) => `${column} = greatest(t.${column}, n.${column})`),
  ]
  return `with n as materialized (
      select ${valuesOf(archived, columns)
        .filter(([column]) => columns.includes(column))
        .map(([column, value]) => `${value} as ${identifier(column)}`)
        .join(', ')}
      from ${recordsSource(archived, columns, types)}),
    pairs as materialized (
      select t.id, a.source_id, a.fields as earlier, ${fieldHashes(fields, 'n')} as there, ${fieldHashes(fields, 't')} as here
      from n join archived_records a on a.workspace_id = $1::uuid and a.origin_id = $3::uuid and a.table_name = '${table}'
          and a.source_id = coalesce((select s.source_id from unnest($6::uuid[], $7::uuid[]) as s (target_id, source_id)
            where s.target_id = n.id), n.id) and a.target_id = n.id
        join ${identifier(table)} t on t.workspace_id = $1::uuid and t.id = n.id),
    decided as materialized (
      select p.*, array[${fields
        .map(
          ([name]) =>
            `coalesce(p.there ->> '${name}' <> p.earlier ->> '${name}' and p.here ->> '${name}' = p.earlier ->> '${name}', false)`,
        )
        .join(', ')}] as takes from pairs p),
    -- Comes before the update, because Citus runs the parts one after another, and later parts read the new values.
    changes as materialized (
      select d.id, d.source_id, d.earlier, ${valuesTaken('t')} as before, ${valuesTaken('n')} as after
      from decided d join n on n.id = d.id join ${identifier(table)} t on t.workspace_id = $1::uuid and t.id = d.id
      where true = any(d.takes)),
    updated as (
      update ${identifier(table)} t set ${assignments.join(', ')} from decided d join n on n.id = d.id
      where t.workspace_id = $1::uuid and t.id = d.id and true = any(d.takes) returning t.id),
    kept as (
      insert into import_changes (workspace_id, import_id, resource, source_id, target_id, before, after, earlier_fields,
        created_at)
      select $1::uuid, $4::uuid, '${table}', c.source_id::text, c.id, c.before, c.after, c.earlier, $5::timestamptz
      from changes c
      on conflict do nothing),
    remembered as (
      update archived_records a set fields = a.fields || d.there from decided d
      where a.workspace_id = $1::uuid and a.origin_id = $3::uuid and a.table_name = '${table}' and a.source_id = d.source_id
        and a.fields is distinct from a.fields || d.there)
    select d.id as key from decided d where true = any(d.takes) or exists (select from import_changes c
      where c.workspace_id = $1::uuid and c.import_id = $4::uuid and c.resource = '${table}' and c.source_id = d.source_id::text)`
}

/**
 * Restores the values that an import updated, unless they have changed since. @returns how many rows it has processed
 */
export async function restoreUpdates(
  client: PoolClient,
  archived: ArchivedTable,
  { workspaceId, importId, limit }: { workspaceId: string; importId: string; limit: number },
): Promise<{ seen: number; restored: string[] }> {
  const { table } = archived
  const fields = fieldsOf(archived, archived.columns)
  const columns = fields.flat()
  const valuesOfRecord = (name: string) =>
    columns.map((column) => `${name}.${identifier(column)} as ${identifier(`${name}_${column}`)}`).join(', ')
  const isAsWritten = (field: Field) =>
    field
      .map((column) => `t.${identifier(column)} is not distinct from b.${identifier(`after_${column}`)}`)
      .join(' and ')
  const assignments = fields.flatMap((field) =>
    field.map(
      (column) =>
        `${identifier(column)} = case when b.before ? '${column}' and ${isAsWritten(field)}
          then b.${identifier(`before_${column}`)} else t.${identifier(column)} end`,
    ),
  )
  const { rows } = await client.query<{ seen: number; restored: string[] }>(
    `with batch as (
       delete from import_changes where workspace_id = $1 and import_id = $2 and resource = '${table}' and source_id in (
         select source_id from import_changes where workspace_id = $1 and import_id = $2 and resource = '${table}'
         order by source_id limit ${limit})
       returning source_id, target_id, before, after, earlier_fields),
     -- Separate, because Citus does not convert values in an update.
     records as materialized (
       select b.target_id, b.before, ${valuesOfRecord('before')}, ${valuesOfRecord('after')}
       from batch b, jsonb_populate_record(null::${identifier(table)}, b.before) before,
         jsonb_populate_record(null::${identifier(table)}, b.after) after),
     restored as (
       update ${identifier(table)} t set ${assignments.join(', ')} from records b
       where t.workspace_id = $1 and t.id = b.target_id
         and (${fields.map((field) => `(b.before ? '${field[0]}' and ${isAsWritten(field)})`).join(' or ')})
       returning t.id),
     remembered as (
       update archived_records a set fields = b.earlier_fields from batch b
       where a.workspace_id = $1 and a.table_name = '${table}' and a.source_id = b.source_id::uuid and a.target_id = b.target_id),
     counted as (
       update imports set undo_restored = undo_restored + (select count(*) from restored)
       where workspace_id = $1 and id = $2 and exists (select from restored))
     select (select count(*)::int from batch) as seen, (select coalesce(array_agg(id), '{}') from restored) as restored`,
    [workspaceId, importId],
  )
  return rows[0]!
}
