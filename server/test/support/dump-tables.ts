import type { TestApp } from '../test-app.ts'
import { isDistributedRun } from '../test-database.ts'
import { dumpShards } from './dump-shards.ts'

/**
 * Reads every row of the database, by table, or by shard on a distributed database. Leaves out when a key was last used,
 * which is written in the background at intervals.
 */
export async function dumpTables(app: TestApp): Promise<Record<string, string[]>> {
  const { pool } = app.database
  const isDistributed = isDistributedRun()
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'
       ${isDistributed ? 'and not exists (select from pg_dist_partition where logicalrelid = table_name::regclass)' : ''}
     order by 1`,
  )
  // With Citus, a statement for each table takes a second or more together, and the sweeps of the API read all tables a few
  // thousand times.
  const rows: Record<string, string[]> = isDistributed ? await dumpShards(app) : {}
  for (const { name } of tables) {
    const { rows: found } = await pool.query<{ row: string }>(
      `select (to_jsonb(t) - 'last_used_at')::text as row from ${name} t order by 1`,
    )
    rows[name] = found.map(({ row }) => row)
  }
  return rows
}
