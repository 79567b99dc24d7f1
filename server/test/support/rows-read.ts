import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'

/** Returns the rows and index entries of requests that the transaction has read so far. */
export async function rowsRead(db: WriteScope['db']): Promise<number> {
  const { rows } = await sql<{ rows: string }>`
    select sum(pg_stat_get_xact_tuples_returned(id)) as rows
    from (select 'feedback'::regclass::oid as id
      union all select indexrelid from pg_index where indrelid = 'feedback'::regclass) t`.execute(db)
  return Number(rows[0]!.rows)
}
