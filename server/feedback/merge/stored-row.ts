import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { Tables } from '../../tables.ts'

/**
 * The tables whose rows a snapshot holds as JSON. No column to store is listed by name, so a column that a later
 * migration adds survives merging and unmerging.
 */
type StoredTable = 'feedback' | 'feedback_context' | 'roadmap_items' | 'tracker_links'

// Columns that identify the request that a row belongs to, which merging changes.
type Owner = 'workspace_id' | 'feedback_id'
// Columns that are recomputed when the request is restored.
type Derived = 'id' | 'votes' | 'comments' | 'trend'

export type FeedbackColumns = Omit<Insertable<Tables['feedback']>, Owner | Derived>
export type ContextColumns = Omit<Insertable<Tables['feedback_context']>, Owner>
export type RoadmapItemRow = Omit<Insertable<Tables['roadmap_items']>, Owner>
export type TrackerLinkRow = Omit<Insertable<Tables['tracker_links']>, Owner>

const omitted: Record<StoredTable, string[]> = {
  feedback: ['workspace_id', 'id', 'votes', 'comments', 'trend'],
  feedback_context: ['workspace_id', 'feedback_id'],
  roadmap_items: ['workspace_id', 'feedback_id'],
  tracker_links: ['workspace_id', 'feedback_id'],
}

/** Selects the row of an alias as JSON, without generated columns and columns that are restored from elsewhere. */
export const rowAsJson = <R>(table: StoredTable, alias: string): RawBuilder<R> =>
  sql<R>`to_jsonb(${sql.table(alias)}) - ${omitted[table]}::text[] - array(
    select attname::text from pg_attribute
    where attrelid = ${sql.lit(table)}::regclass and attgenerated <> '')`

/** The columns of each table that can be inserted: all but the generated ones. */
export type InsertableColumns = Map<StoredTable, string[]>

export async function loadInsertableColumns({ db }: Scope): Promise<InsertableColumns> {
  const { rows } = await sql<{ table: StoredTable; columns: string[] }>`
    select attrelid::regclass::text as table, array_agg(attname::text order by attnum) as columns from pg_attribute
    where attrelid = any(${Object.keys(omitted)}::text[]::regclass[]) and attnum > 0 and not attisdropped
      and attgenerated = ''
    group by 1`.execute(db)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

interface Restoration {
  columns: InsertableColumns
  /** Columns that get these expressions instead of the stored values. */
  expressions?: Record<string, RawBuilder<unknown>>
}

/** Inserts a stored row. A column that was dropped since is ignored; one that was added since gets its default. */
export function insertStoredRow(
  tx: WriteScope,
  table: StoredTable,
  row: object,
  { columns, expressions = {} }: Restoration,
): void {
  const names = columns.get(table)!.filter((name) => name in row || name in expressions)
  const values = names.map((name) => expressions[name] ?? sql`stored.${sql.id(name)}`)
  tx.defer(
    sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.id(name)))})
      select ${sql.join(values)}
      from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb) stored`.execute(tx.db),
  )
}
