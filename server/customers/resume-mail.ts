import { audit } from '../audit/record.ts'
import type { WriteScope } from '../platform/scope.ts'

/**
 * Has the addresses of a workspace written to again to which mail had stopped because it was refused three times: for an
 * operator who has mended what the refusals were about. Who has opted out stays so.
 * @returns how many.
 */
export async function resumeStoppedMail(tx: WriteScope): Promise<number> {
  const { numUpdatedRows } = await tx.db
    .updateTable('customers')
    .set({ mail_stopped_at: null, mail_refusals: 0 })
    .where('workspace_id', '=', tx.workspaceId)
    .where('mail_stopped_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const count = Number(numUpdatedRows)
  if (count > 0) audit(tx, 'workspace.mail_resumed', tx.workspaceId, { addresses: count })
  return count
}
