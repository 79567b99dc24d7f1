import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { newId } from '../../platform/ids.ts'
import { invalidState } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { archivesCan } from '../permissions.ts'
import { exportQueue } from './queues.ts'

// Long enough to download a large file after a weekend. GitHub keeps its archives for the same time.
const keptDays = 7

/** Starts an export of the whole workspace, which a job writes. @throws 400 while another one runs, 403 */
export async function requestExport(tx: WriteScope): Promise<{ id: string }> {
  permit(archivesCan(tx.actor).export)
  const id = newId()
  const inserted = await tx.db
    .insertInto('exports')
    .values({
      workspace_id: tx.workspaceId,
      id,
      state: 'pending',
      requested_by_type: tx.actor.type,
      requested_by_id: tx.actor.id,
      created_at: tx.now,
      expires_at: new Date(Date.parse(tx.now) + keptDays * 24 * 3_600_000).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw invalidState('An export is already being prepared. Wait until it is ready.')
  audit(tx, 'workspace.exported', tx.workspaceId, { export: id })
  await tx.enqueue(exportQueue, { workspaceId: tx.workspaceId, exportId: id })
  return { id }
}

/** Records an export of the whole workspace by the operator. Call it before the export. @throws 403 */
export function recordArchiveExport(tx: WriteScope): void {
  permit(archivesCan(tx.actor).export)
  audit(tx, 'workspace.exported', tx.workspaceId)
}

/** Records a download of an export. Call it before the first byte is sent. @throws 403 */
export function recordDownload(tx: WriteScope, id: string): void {
  permit(archivesCan(tx.actor).export)
  audit(tx, 'workspace.export_downloaded', tx.workspaceId, { export: id })
}
