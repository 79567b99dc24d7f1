import type { PoolClient } from 'pg'
import { type ArchivedTable, memberName } from '../format.ts'

/** The types of the columns of each table, as PostgreSQL names them. */
export type ColumnTypes = Map<string, Map<string, string>>

/** Loads the types of all columns of the given tables. */
export async function loadColumnTypes(client: Pick<PoolClient, 'query'>, tables: string[]): Promise<ColumnTypes> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `select attrelid::regclass::text as table, attname::text as column, format_type(atttypid, null) as type
     from pg_attribute where attrelid = any($1::text[]::regclass[]) and attnum > 0 and not attisdropped`,
    [tables],
  )
  const types: ColumnTypes = new Map(tables.map((table) => [table, new Map()]))
  for (const { table, column, type } of rows) types.get(table)!.set(column, type)
  return types
}

const identifier = (name: string): string => `"${name}"`

/** Returns SQL for the value of a column in a record. Times are ISO 8601 with milliseconds, in UTC. */
function valueSql({ expressions }: ArchivedTable, column: string, type: string | undefined): string {
  const value = expressions?.[column] ?? `t.${identifier(column)}`
  if (type === 'timestamp with time zone') return `to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  // Line breaks between the members of a JSON text would end the record. Inside of its strings they are escaped.
  if (type === 'json') return `replace(${value}::text, E'\\n', ' ')::json`
  return value
}

/**
 * Returns the statement that writes the records of a table as JSON, one in each row. PostgreSQL writes them, because
 * that takes the least time in this process, which also serves requests. The session's time zone is UTC.
 */
export function recordsSql(archived: ArchivedTable, types: ColumnTypes): string {
  const { table, columns, key, orderFirst } = archived
  const members = columns.map(
    (column) =>
      `${valueSql(archived, column, types.get(table)!.get(column))} as ${identifier(memberName(archived, column))}`,
  )
  const order = [...(orderFirst === undefined ? [] : [orderFirst]), ...key.map((column) => `t.${identifier(column)}`)]
  return `select (select row_to_json(r) from (select ${members.join(', ')}) r)::text as line
    from ${identifier(table)} t where ${rowsOf(archived)}
    ${order.length === 0 ? '' : `order by ${order.join(', ')}`}`
}

/** Returns the statement that counts the records of a table. */
export const countSql = (archived: ArchivedTable): string =>
  `select count(*)::bigint as count from ${identifier(archived.table)} t where ${rowsOf(archived)}`

/** Returns the condition on the rows, with the workspace as the first parameter. */
const rowsOf = ({ where }: ArchivedTable): string => `t.workspace_id = $1${where === undefined ? '' : ` and ${where}`}`
