import pg from 'pg'
import { type TestApp, testSocketDir } from '../test-app.ts'
import { isDistributedRun } from '../test-database.ts'

/** Opens a connection outside the pool, which waiting requests may have exhausted. */
export const connect = ({ databaseName }: TestApp, socketDir = testSocketDir()): Promise<pg.Client> =>
  open({ host: socketDir, user: 'heed', database: databaseName })

/**
 * Connects to the node that has a workspace's rows of a table, for what Citus does not forward to it, such as `set
 * constraints`.
 * @returns also the name that the table has there
 */
export async function connectToRows(
  app: TestApp,
  table: string,
  workspaceId: string,
): Promise<{ client: pg.Client; table: string }> {
  if (!isDistributedRun()) return { client: await connect(app), table }
  const { rows } = await app.database.pool.query<{ host: string; port: number; name: string }>(
    `select nodename as host, nodeport as port, shard_name as name from citus_shards
     where table_name = $1::regclass and shardid = get_shard_id_for_distribution_column($1::regclass, $2::uuid)`,
    [table, workspaceId],
  )
  const { host, port, name } = rows[0]!
  return { client: await open({ host, port, user: 'heed', database: app.databaseName }), table: name }
}

async function open(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  await client.connect()
  return client
}
