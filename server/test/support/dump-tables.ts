import type { TestApp } from '../test-app.ts'

/**
 * Reads every row of the database, by table. Leaves out when a key was last used, which is written in the background
 * at intervals.
 */
export async function dumpTables({ database: { pool } }: TestApp): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows: found } = await pool.query<{ row: string }>(
      `select (to_jsonb(t) - 'last_used_at')::text as row from ${name} t order by 1`,
    )
    rows[name] = found.map(({ row }) => row)
  }
  return rows
}
