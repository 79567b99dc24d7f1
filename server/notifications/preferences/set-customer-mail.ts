import { customersCan } from '../../customers/permissions.ts'
import { permit } from '../../platform/authorization.ts'
import { notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { optOutOfMail, resumeMailTo } from './opt-out.ts'

/** Stops or resumes mail at a customer's request to the team. @throws 403, 404 */
export async function setCustomerMail(tx: WriteScope, id: string, action: 'opt_out' | 'resume'): Promise<void> {
  permit(customersCan(tx.actor).edit)
  const customer = await tx.db
    .selectFrom('customers')
    .select('id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!customer) throw notFound()
  await (action === 'opt_out' ? optOutOfMail(tx, id) : resumeMailTo(tx, id))
}
