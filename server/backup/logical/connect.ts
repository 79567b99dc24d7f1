import pg from 'pg'
import type { Database } from '../../platform/db/database.ts'
import { sessionTarget } from '../../platform/db/sessions/sessions.ts'

/** Opens a connection without the pool's timeouts and pipelining, which are unsuitable for streams of rows. */
export async function connectForCopy(database: Pick<Database, 'target'>): Promise<pg.Client> {
  const target = sessionTarget(database, 'backups')
  const client = new pg.Client({
    ...('url' in target
      ? { connectionString: target.url }
      : { host: target.socketDir, user: 'heed', database: target.database ?? 'heed' }),
    application_name: 'heed backup',
  })
  // The pending call reports a lost connection.
  client.on('error', () => {})
  await client.connect()
  await client.query(
    "set timezone = 'UTC'; set datestyle = 'ISO'; set extra_float_digits = 3; set statement_timeout = 0",
  )
  return client
}
