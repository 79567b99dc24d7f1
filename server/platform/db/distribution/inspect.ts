import type { Pool } from 'pg'
import { DistributionError, type Placement, placementOf, plainWhenDistributed } from './placement.ts'

export type Queryable = Pick<Pool, 'query'>

export interface ForeignKey {
  table: string
  name: string
  referenced: string
  definition: string
}

export interface TableState {
  name: string
  /** The placement that the table should have. */
  placement: Placement
  /** The placement that the table has. */
  current: Placement
}

/** Returns whether the database is distributed, which means that the table `workspaces` is on every node. */
export async function isDistributed(database: Queryable): Promise<boolean> {
  if (!(await hasCitus(database))) return false
  const { rowCount } = await database.query(
    "select from pg_dist_partition where logicalrelid = to_regclass('public.workspaces')",
  )
  return rowCount !== 0
}

async function hasCitus(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ has_citus: boolean }>(
    "select to_regclass('pg_dist_partition') is not null as has_citus",
  )
  return rows[0]!.has_citus
}

/** Returns whether a distribution was interrupted. Foreign keys may be missing then. */
export async function hasUnfinishedDistribution(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ is_unfinished: boolean }>(
    "select to_regclass('distribution.foreign_keys') is not null as is_unfinished",
  )
  return rows[0]!.is_unfinished
}

// Citus also lists tables of the coordinator that a foreign key connects with a reference table. Their replication model is
// 's'; that of a reference table is 't'.
const placementByCitus = `case when p.partmethod = 'h' then 'distributed'
  when p.partmethod = 'n' and p.repmodel = 't' then 'reference' else 'local' end`

/** Reads all tables with their placements. */
export async function readTables(database: Queryable): Promise<TableState[]> {
  const isKnown = await hasCitus(database)
  const { rows } = await database.query<{ name: string; leading: string; current: Placement }>(`
    select c.relname as name,
      (select attname from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
       order by attnum limit 1) as leading,
      ${isKnown ? placementByCitus : "'local'"} as current
    from pg_class c ${isKnown ? 'left join pg_dist_partition p on p.logicalrelid = c.oid' : ''}
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    order by 1`)
  return rows.map(({ name, leading, current }) => ({ name, current, placement: placementOf(name, leading) }))
}

/** Reads the foreign keys between our tables. */
export async function readForeignKeys(database: Queryable): Promise<ForeignKey[]> {
  const { rows } = await database.query<ForeignKey>(`
    select t.relname as table, k.conname as name, r.relname as referenced, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0
    order by 1, 2`)
  return rows
}

/**
 * Rejects tables whose unique indexes or foreign keys Citus cannot enforce: a node only sees its own rows, so both must
 * contain the workspace.
 */
export async function assertDistributable(database: Queryable, tables: TableState[]): Promise<void> {
  const placements = new Map(tables.map(({ name, placement }) => [name, placement]))
  const { rows: indexes } = await database.query<{ table: string; name: string }>(`
    select t.relname as table, n.relname as name from pg_index i
    join pg_class t on t.oid = i.indrelid join pg_class n on n.oid = i.indexrelid
    where i.indisunique and t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
      and not exists (select from pg_attribute a
        where a.attrelid = t.oid and a.attname = 'workspace_id' and a.attnum = any (i.indkey))`)
  const problems = indexes
    .filter(({ table, name }) => placements.get(table) === 'distributed' && !(name in plainWhenDistributed))
    .map(({ table, name }) => `The unique index ${name} of ${table} does not contain workspace_id.`)
  for (const { table, name, referenced, definition } of await readForeignKeys(database)) {
    const isAllowed =
      placements.get(referenced) === 'reference'
        ? placements.get(table) !== 'local'
        : placements.get(table) === 'distributed' && /^FOREIGN KEY \(workspace_id, /.test(definition)
    if (!isAllowed) problems.push(`The foreign key ${name} of ${table} to ${referenced} would cross nodes.`)
  }
  if (problems.length > 0) throw new DistributionError(problems.join('\n'))
}
