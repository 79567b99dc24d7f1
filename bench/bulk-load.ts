import type { Database } from '../server/platform/db/database.ts'

/** Runs a statement on one connection without timeouts and triggers; `release` ends the connection. */
export type Run = <T = unknown>(statement: string, values?: unknown[]) => Promise<T[]>

export async function openLoader({ pool }: Database): Promise<Run> {
  const client = await pool.connect()
  // The rows refer to rows that exist, so foreign keys need no check.
  for (const setting of [
    'statement_timeout = 0',
    'synchronous_commit = off',
    'session_replication_role = replica',
    "maintenance_work_mem = '1GB'",
    "work_mem = '64MB'",
  ])
    await client.query(`set ${setting}`)
  return async <T>(statement: string, values?: unknown[]) => {
    if (statement === 'release') {
      client.release(true)
      return []
    }
    return (await client.query(statement, values)).rows as T[]
  }
}

/** Drops the non-unique indexes, which build several times faster at the end. @returns a function that restores them */
export async function dropIndexes(run: Run, tables: string[]): Promise<() => Promise<void>> {
  const indexes = await run<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where not indisunique and indrelid = any ('{${tables}}'::regclass[])`,
  )
  for (const { name } of indexes) await run(`drop index ${name}`)
  return async () => {
    for (const { definition } of indexes) await run(definition)
  }
}
