import { audit } from '../../audit/record.ts'
import type { WriteScope } from '../../platform/scope.ts'

type TransactionScope = Omit<WriteScope, 'enqueue'>

/** Stops all mail to a customer. Idempotent. */
export async function optOutOfMail(tx: TransactionScope, customerId: string): Promise<void> {
  const optedOut = await tx.db
    .updateTable('customers')
    .set({ mail_opted_out_at: tx.now, unsubscribed_at: tx.now })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', customerId)
    .where('mail_opted_out_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (optedOut) audit(tx, 'customer.unsubscribed', customerId)
}

/**
 * Resumes mail to a customer and clears their bounces, since resuming means that they can read their mail.
 * Announcements made in the meantime are not sent later.
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
