import type { PoolClient } from 'pg'
import { type SessionSource, withSession } from '../../platform/db/sessions/sessions.ts'
import type { ArchivedTable } from '../format.ts'
import { archivedTables } from '../tables/list.ts'
import { type ColumnTypes, countSql, loadColumnTypes, recordsSql } from './record-sql.ts'

// Texts have up to 100,000 characters, so this many rows take a few megabytes, and 50 MB at most.
const batchSize = 250

/** A consistent view of one workspace, unaffected by concurrent writes. */
export interface Snapshot {
  countRecords(table: ArchivedTable): Promise<number>
  /** Reads the records of a table as lines of JSON, in batches. */
  readRecords(table: ArchivedTable): AsyncGenerator<string[]>
  readManifestFacts(): Promise<{ id: string; slug: string; name: string }>
}

/** Runs `work` in one read-only transaction that sees the workspace as it was at its start. */
export const withSnapshot = <T>(
  database: SessionSource,
  workspaceId: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> =>
  withSession(database, 'exports of workspaces', async (client) => {
    await client.query('begin isolation level repeatable read read only')
    // Sorting or counting a million rows takes longer than a request may. A slow disk lets the transaction idle.
    await client.query(`set local statement_timeout = '10min'`)
    await client.query(`set local idle_in_transaction_session_timeout = '10min'`)
    const types = await loadColumnTypes(client, [...new Set(archivedTables.map(({ table }) => table))])
    const result = await work(createSnapshot(client, workspaceId, types))
    await client.query('rollback')
    return result
  })

const createSnapshot = (client: PoolClient, workspaceId: string, types: ColumnTypes): Snapshot => ({
  async countRecords(table) {
    const { rows } = await client.query<{ count: number }>(countSql(table), [workspaceId])
    return rows[0]!.count
  },
  async *readRecords(table) {
    await client.query(`declare records no scroll cursor for ${recordsSql(table, types)}`, [workspaceId])
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${batchSize} from records`)
      if (rows.length > 0) yield rows.map(({ line }) => line)
      if (rows.length < batchSize) break
    }
    await client.query('close records')
  },
  async readManifestFacts() {
    const { rows } = await client.query<{ id: string; slug: string; name: string }>(
      'select workspace_id as id, slug, name from workspaces where workspace_id = $1',
      [workspaceId],
    )
    return rows[0]!
  },
})
