import { audit } from '../../audit/record.ts'
import type { WriteScope } from '../../platform/scope.ts'

type TransactionScope = Omit<WriteScope, 'enqueue'>

/** From now on the workspace writes nothing to this customer, of any kind. Changes nothing when that is so already. */
export async function optOutOfMail(tx: TransactionScope, customerId: string): Promise<void> {
  const stopped = await tx.db
    .updateTable('customers')
    .set({ mail_opted_out_at: tx.now })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', customerId)
    .where('mail_opted_out_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (stopped) audit(tx, 'customer.unsubscribed', customerId)
}

/**
 * The workspace may write to this customer again. Whoever says so reads their mail, so that refusals of their mail server
 * are forgotten as well. What was announced meanwhile is not sent afterwards.
 */
export async function resumeMailTo(tx: TransactionScope, customerId: string): Promise<void> {
  const resumed = await tx.db
    .updateTable('customers')
    .set({ mail_opted_out_at: null, mail_bounced_at: null, mail_bounces: 0 })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', customerId)
    .where((eb) => eb.or([eb('mail_opted_out_at', 'is not', null), eb('mail_bounced_at', 'is not', null)]))
    .returning('id')
    .executeTakeFirst()
  if (resumed) audit(tx, 'customer.resubscribed', customerId)
}
