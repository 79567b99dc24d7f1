import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { workspaceCan } from '../../workspaces/permissions.ts'

/**
 * Has the addresses of a workspace written to again to which mail had stopped because it was refused three times: for
 * whoever has mended what the refusals were about. Who has opted out stays so.
 * @returns how many.
 * @throws 403
 */
export async function resumeStoppedMail(tx: WriteScope): Promise<number> {
  permit(workspaceCan(tx.actor).resumeMail)
  const { numUpdatedRows } = await tx.db
    .updateTable('customers')
    .set({ mail_bounced_at: null, mail_bounces: 0 })
    .where('workspace_id', '=', tx.workspaceId)
    .where('mail_bounced_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const count = Number(numUpdatedRows)
  if (count > 0) audit(tx, 'workspace.mail_resumed', tx.workspaceId, { addresses: count })
  return count
}
