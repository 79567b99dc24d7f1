import { type RawBuilder, sql } from 'kysely'
import { sendsDistributedStatements } from '../kysely-dialect.ts'

/**
 * Returns a further condition on a table, with which Citus finds the node of a statement about rows of one workspace; on
 * PostgreSQL, no condition.
 * @param rows at least one. On a distributed database, all are of the same workspace
 */
export const ofWorkspace = (table: string, rows: { workspaceId: string }[]): RawBuilder<unknown> =>
  sendsDistributedStatements() ? sql`and ${sql.ref(table)}.workspace_id = ${rows[0]!.workspaceId}` : sql``
