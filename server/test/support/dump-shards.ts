import pg from 'pg'
import { type TestApp, testSocketDir } from '../test-app.ts'
import { workerSocketDirs } from '../test-database.ts'

type Read = () => Promise<Record<string, string[]>>

// One for each database. Connections stay open, because a new one spends half a second on the definitions of all shards.
const readers = new WeakMap<object, Promise<Read[]>>()

/** Reads every row of the tables that Citus manages, by shard, on the nodes themselves. */
export async function dumpShards({ database: { pool } }: TestApp): Promise<Record<string, string[]>> {
  if (!readers.has(pool)) readers.set(pool, createReaders(pool))
  const nodes = await Promise.all((await readers.get(pool)!).map((read) => read()))
  return Object.assign({}, ...nodes)
}

async function createReaders(pool: TestApp['database']['pool']): Promise<Read[]> {
  const { rows: shards } = await pool.query<{ port: number; database: string; table: string }>(
    `select n.nodeport as port, current_database() as database, shard_name(s.logicalrelid, s.shardid) as table
     from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid) order by 1, 3`,
  )
  const folders = [testSocketDir(), ...workerSocketDirs()]
  return Promise.all(folders.map((folder) => connect(folder, shards)))
}

async function connect(socketDir: string, shards: { port: number; database: string; table: string }[]): Promise<Read> {
  const client = new pg.Client({ host: socketDir, user: 'heed', database: shards[0]!.database })
  // Dropping the database ends the session.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ port: number }>("select current_setting('port')::int as port")
  const port = rows[0]!.port
  const tables = shards.filter((shard) => shard.port === port).map(({ table }) => table)
  if (tables.length === 0) throw new Error('A node of the test cluster has no shards.')
  const text = tables
    .map(
      (table, index) =>
        `select ${index} as table, array(select (to_jsonb(t) - 'last_used_at')::text from ${table} t order by 1) as rows`,
    )
    .join(' union all ')
  return async () => {
    const found = await client.query<{ table: number; rows: string[] }>({ name: 'dump', text })
    return Object.fromEntries(found.rows.map(({ table, rows: dumped }) => [`${port} ${tables[table]}`, dumped]))
  }
}
