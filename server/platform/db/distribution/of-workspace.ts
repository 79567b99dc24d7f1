import { type RawBuilder, sql } from 'kysely'
import { sendsDistributedStatements } from '../kysely-dialect.ts'

/**
 * Returns an additional condition on a table, which tells Citus that a statement needs rows of only one workspace. It is empty
 * on PostgreSQL.
 * @param rows at least one. On a distributed database, all are of the same workspace
 */
export const ofWorkspace = (table: string, rows: { workspaceId: string }[]): RawBuilder<unknown> =>
  sendsDistributedStatements() ? sql`and ${sql.ref(table)}.workspace_id = ${rows[0]!.workspaceId}` : sql``
