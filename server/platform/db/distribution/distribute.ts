import type { Pool, PoolClient } from 'pg'
import { migrate, migrationLock } from '../migrate.ts'
import { type SessionSource, withSession } from '../sessions/sessions.ts'
import { assertUnused, type ClusterState, readCluster, setNodeSettings } from './cluster.ts'
import {
  assertDistributable,
  type ForeignKey,
  hasUnfinishedDistribution,
  type Queryable,
  readForeignKeys,
  readTables,
  type TableState,
} from './inspect.ts'
import { DistributionError, plainWhenDistributed } from './placement.ts'

// Distributing a database moves each table in a transaction of its own, because one transaction for all of them would
// hold more locks than PostgreSQL has room for. Foreign keys cannot exist between a table that has moved and one that
// has not, so they are dropped first and created again at the end. Between these steps, their definitions are in
// `distribution.foreign_keys`. As long as that table exists, the distribution is unfinished: the next run continues it,
// and Heed does not start.

export interface DistributionPlan extends ClusterState {
  shards: number
  tables: TableState[]
  /** The tables that do not have their placement yet. */
  missing: TableState[]
  /** The foreign keys that have to be created again. */
  foreignKeys: number
  /** Whether an earlier run was interrupted. */
  isInterrupted: boolean
}

export interface DistributeOptions {
  /**
   * The number of shards, for a database that is not distributed yet. Later tables have the same number as the first.
   */
  shards: number
  isDryRun: boolean
  /** Receives a sentence for each step. */
  report(step: string): void
}

/**
 * Distributes the tables of the database over the nodes of its cluster. Does only what is missing, so it can be
 * repeated, and resumed after it was killed.
 * @returns what it did or, with `isDryRun`, what it would do
 * @throws {DistributionError} if the database cannot be distributed, or is in use
 */
export async function distribute(
  database: SessionSource & { pool: Pool },
  options: DistributeOptions,
): Promise<DistributionPlan> {
  const { pool } = database
  await readCluster(pool)
  // A dry run does not migrate, so it plans for the existing tables.
  if (!options.isDryRun && !(await hasUnfinishedDistribution(pool))) await migrate(database)
  return withSession(database, 'distribution', async (client) => {
    if (!options.isDryRun) {
      await client.query('set statement_timeout = 0')
      // Processes that start now wait for this lock before they migrate.
      await client.query('select pg_advisory_lock($1)', [migrationLock])
    }
    const plan = await planDistribution(client, await readCluster(client), options.shards)
    if (options.isDryRun) return plan
    // A process could read a table that is moving, and foreign keys are missing meanwhile.
    if (plan.missing.length > 0 || plan.isInterrupted) {
      await assertUnused(client, { migrationLock, reason: 'tables cannot be distributed while they are written to.' })
    }
    await setNodeSettings(client)
    await runPlan(client, plan, options.report)
    return plan
  })
}

async function planDistribution(pool: Queryable, cluster: ClusterState, shards: number): Promise<DistributionPlan> {
  const tables = await readTables(pool)
  if (tables.length === 0) {
    throw new DistributionError('The database is empty. Run this command without --dry-run: it migrates first.')
  }
  await assertDistributable(pool, tables)
  const missing = tables.filter(({ placement, current }) => placement !== current)
  const misplaced = missing.filter(({ current }) => current !== 'local')
  if (misplaced.length > 0) {
    const names = misplaced.map(({ name, current, placement }) => `${name} is ${current} and should be ${placement}`)
    throw new DistributionError(`Tables were distributed in another way: ${names.join('; ')}.`)
  }
  const isInterrupted = await hasUnfinishedDistribution(pool)
  const saved = isInterrupted ? await readSavedKeys(pool) : []
  const moving = new Set(missing.map(({ name }) => name))
  const affected = (await readForeignKeys(pool)).filter((key) => isAffected(key, moving))
  return { ...cluster, shards, tables, missing, foreignKeys: saved.length + affected.length, isInterrupted }
}

const isAffected = ({ table, referenced }: ForeignKey, moving: Set<string>): boolean =>
  moving.has(table) || moving.has(referenced)

async function runPlan(client: PoolClient, { missing, shards, isInterrupted }: DistributionPlan, report: Report) {
  if (missing.length === 0 && !isInterrupted) return
  await client.query('set citus.enable_unsafe_triggers = on')
  await client.query(`set citus.shard_count = ${shards}`)
  await dropCompatibilityTriggers(client)
  await saveAndDropKeys(client, new Set(missing.map(({ name }) => name)))
  await replaceUniqueIndexes(client)
  for (const { name, placement } of missing.filter((table) => table.placement === 'reference')) {
    await client.query('select create_reference_table($1)', [`public.${name}`])
    report(`${name} is ${placement}.`)
  }
  const distributed = missing.filter((table) => table.placement === 'distributed')
  for (const { name } of distributed) {
    await client.query(
      `select create_distributed_table($1, 'workspace_id', colocate_with => coalesce(
        (select logicalrelid::text from pg_dist_partition where partmethod = 'h' order by logicalrelid limit 1), 'none'))`,
      [`public.${name}`],
    )
    report(`${name} is distributed.`)
  }
  await distributeFunctions(client)
  await createSavedKeys(client, report)
}

/**
 * Copies the functions to every node. Citus copies trigger functions by itself, but not the functions that they call.
 */
async function distributeFunctions(client: PoolClient): Promise<void> {
  await client.query(`
    select create_distributed_function(p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      and not exists (select from pg_catalog.pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`)
}

type Report = (step: string) => void

/**
 * Drops the triggers that copy changes to and from processes of the previous version (migration 0051). No such process may
 * use the database while it is distributed, and afterwards each copy would be a write on every node.
 */
async function dropCompatibilityTriggers(client: PoolClient): Promise<void> {
  await client.query(`
    drop trigger if exists usage_insert on workspaces;
    drop trigger if exists usage_update on workspaces;
    drop trigger if exists workspace_update on workspace_usage`)
}

/** Replaces the unique indexes that Citus cannot enforce with plain ones. Does nothing if they have been replaced. */
async function replaceUniqueIndexes(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
    [Object.keys(plainWhenDistributed)],
  )
  for (const { name, definition } of rows) {
    await client.query('begin')
    await client.query(`drop index public.${quoted(name)}`)
    await client.query(definition.replace('CREATE UNIQUE INDEX', 'CREATE INDEX'))
    await client.query('commit')
  }
}

/** Saves and drops the foreign keys of tables that are going to move, in one transaction. */
async function saveAndDropKeys(client: PoolClient, moving: Set<string>): Promise<void> {
  await client.query('begin')
  await client.query('create schema if not exists distribution')
  await client.query(`create table if not exists distribution.foreign_keys (
    table_name text not null, name text not null, definition text not null, primary key (table_name, name))`)
  for (const key of (await readForeignKeys(client)).filter((each) => isAffected(each, moving))) {
    await client.query(
      'insert into distribution.foreign_keys (table_name, name, definition) values ($1, $2, $3) on conflict do nothing',
      [key.table, key.name, key.definition],
    )
    await client.query(`alter table public.${quoted(key.table)} drop constraint ${quoted(key.name)}`)
  }
  await client.query('commit')
}

const readSavedKeys = async (database: Queryable): Promise<Omit<ForeignKey, 'referenced'>[]> =>
  (
    await database.query<Omit<ForeignKey, 'referenced'>>(
      'select table_name as table, name, definition from distribution.foreign_keys order by 1, 2',
    )
  ).rows

// Citus does not support `on delete set null` for some of a key's columns. The verbs that delete the referenced rows clear them.
const clearsAColumn = / ON DELETE SET NULL \(\w+\)/

/** Creates the missing foreign keys again, and deletes the saved ones. */
async function createSavedKeys(client: PoolClient, report: Report): Promise<void> {
  const existing = new Set((await readForeignKeys(client)).map(({ table, name }) => `${table}.${name}`))
  const reference = new Set(
    (await readTables(client)).filter(({ placement }) => placement === 'reference').map(({ name }) => name),
  )
  const keys = await readSavedKeys(client)
  for (const { table, name, definition } of keys) {
    if (existing.has(`${table}.${name}`)) continue
    const possible = reference.has(table) ? definition : definition.replace(clearsAColumn, '')
    await client.query(`alter table public.${quoted(table)} add constraint ${quoted(name)} ${possible}`)
  }
  await client.query('drop schema distribution cascade')
  report(`${keys.length} foreign keys have been created again.`)
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
