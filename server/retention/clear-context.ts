import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import type { WriteScope } from '../platform/scope.ts'
import { hasExpiredContext, snapshotHasContext } from './expired.ts'
import { retentionCan } from './permissions.ts'

// Locks are held for a fraction of a second.
const batchSize = 500

/**
 * Deletes source addresses and metadata of one batch of completed and closed requests, and of the requests merged into
 * them. The requests are locked first, because a merge rewrites snapshots while it holds its target.
 * @returns the number of requests; the caller repeats while it is not 0. @throws 403
 */
export async function clearExpiredContext(tx: WriteScope, months: number): Promise<number> {
  permit(retentionCan(tx.actor).apply)
  const { db, workspaceId, now } = tx
  const { rows } = await sql<{ id: string }>`
    select f.id from feedback f where f.workspace_id = ${workspaceId} and ${hasExpiredContext(months, now)}
    order by f.id limit ${batchSize} for update of f`.execute(db)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await sql`update feedback_context set source_url = null, metadata = null
    where workspace_id = ${workspaceId} and feedback_id = any(${ids})`.execute(db)
  await sql`update feedback_merges m set snapshot = jsonb_set(m.snapshot, '{context}',
      m.snapshot->'context' || '{"source_url": null, "metadata": null}')
    where m.workspace_id = ${workspaceId} and m.into_id = any(${ids}) and ${snapshotHasContext('m')}`.execute(db)
  audit(tx, 'workspace.context_deleted', workspaceId, { requests: ids.length })
  return ids.length
}
