import type pg from 'pg'

/** A table whose rows a backup contains. */
export interface TableColumns {
  /** With its schema, such as `public.feedback`. */
  name: string
  /** Without generated columns, which PostgreSQL computes again. */
  columns: string[]
}

export interface Sequence {
  name: string
  value: string
  isCalled: boolean
}

export interface TableContents {
  tables: TableColumns[]
  sequences: Sequence[]
}

// Windows of rate limits are short-lived; the migrations are in `backup.json`.
const leftOut = ['public.schema_migrations', 'public.rate_limit_windows']

/** Lists the tables of Heed and of the job queue, without partitioned parents: their rows are in the partitions. */
export async function listTables(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `select n.nspname || '.' || c.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
             order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind = 'r'
       and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
       and n.nspname || '.' || c.relname <> all ($1::text[])
       -- The job queue creates a table of statistics each day, which a database restored on another day does not have.
       and not (n.nspname = 'pgboss' and c.relname like 'queue_stats%')
     order by 1`,
    [leftOut],
  )
  return rows
}

export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind = 'S' order by 1`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const quoted = name
      .split('.')
      .map((part) => `"${part}"`)
      .join('.')
    const { rows: state } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value, is_called from ${quoted}`,
    )
    sequences.push({ name, value: state[0]!.last_value, isCalled: state[0]!.is_called })
  }
  return sequences
}
