import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { workspaceCan } from '../../workspaces/permissions.ts'

/**
 * Resumes mail to all bounced addresses of a workspace, after the cause has been fixed. Opted-out customers get none.
 * @returns the number of addresses.
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
