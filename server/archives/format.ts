import type { Tables } from '../tables.ts'

/** The version of the format. An import refuses every other one. */
export const formatVersion = 1

export interface ArchivedFile {
  /** The name in the archive, such as `votes.ndjson`. */
  name: string
  rows: number
  /** The hash of the uncompressed bytes, in hexadecimal digits. */
  sha256: string
}

export interface Manifest {
  formatVersion: number
  exportedAt: string
  workspace: { id: string; slug: string; name: string }
  files: ArchivedFile[]
}

export const manifestName = 'manifest.json'

/** Returns the name of the file with the records of a table. */
export const recordsName = (name: string): string => `${name}.ndjson`

/** Returns the name of the file with the contents of an uploaded file. */
export const contentsName = (fileId: string): string => `files/${fileId}`

type TableName = keyof Tables
/** The columns of a table except the workspace, which is that of the archive. */
export type ColumnOf<T extends TableName> = Exclude<keyof Tables[T] & string, 'workspace_id'>

/** How the rows of one table are archived. Each column is either a member of the record or left out for a reason. */
export interface ArchivedTable {
  /** The name of the file, without its extension. */
  name: string
  table: TableName
  /** The columns of a record, in order. The members are named like the columns, in camel case. */
  columns: readonly string[]
  /** Members with other names than their columns. */
  renamed?: Readonly<Record<string, string>>
  /** The columns that are left out, with the reason. */
  omitted: Readonly<Record<string, string>>
  /** The primary key without the workspace, which is also the order of the records. */
  key: readonly string[]
  /** SQL to order by before the key, so that records that others refer to come first. */
  orderFirst?: string
  /** A condition on the rows with the alias `t`. Other rows are left out. */
  where?: string
  /** Expressions for columns whose archived value differs from the stored one. */
  expressions?: Readonly<Record<string, string>>
  /** Whether the records change rows of another file instead of being rows. */
  isUpdate?: boolean
}

/** Declares a table. The compiler rejects unknown and missing columns. */
export const archived = <
  T extends TableName,
  const C extends readonly ColumnOf<T>[],
  const O extends Partial<Record<ColumnOf<T>, string>>,
>(
  table: T,
  definition: Omit<ArchivedTable, 'table' | 'columns' | 'omitted' | 'key'> & {
    columns: C
    omitted: O
    key: readonly C[number][]
  } & ([Exclude<ColumnOf<T>, C[number] | (keyof O & string)>] extends [never]
      ? unknown
      : { undecided: Exclude<ColumnOf<T>, C[number] | (keyof O & string)> }),
): ArchivedTable => ({ ...definition, table }) as ArchivedTable

/** Returns the name of the member of a record that holds a column. */
export const memberName = ({ renamed }: Pick<ArchivedTable, 'renamed'>, column: string): string =>
  renamed?.[column] ?? column.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
