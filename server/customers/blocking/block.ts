import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { customersCan } from '../permissions.ts'

/**
 * Blocks a customer: they can sign in and read, but not submit, vote, comment, react or report. What they wrote stays;
 * `removeCustomerContent` removes it.
 * @throws 403, 404
 */
export async function blockCustomer(tx: WriteScope, id: string): Promise<void> {
  permit(customersCan(tx.actor).block)
  await setBlockedAt(tx, id, tx.now)
}

/** Lets a blocked customer take part again. @throws 403, 404 */
export async function unblockCustomer(tx: WriteScope, id: string): Promise<void> {
  permit(customersCan(tx.actor).block)
  await setBlockedAt(tx, id, null)
}

async function setBlockedAt(tx: WriteScope, id: string, at: string | null): Promise<void> {
  const before = await tx.db
    .selectFrom('customers')
    .select('blocked_at')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw notFound()
  if ((before.blocked_at === null) === (at === null)) return
  tx.defer(
    tx.db
      .updateTable('customers')
      .set({ blocked_at: at })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  audit(tx, at === null ? 'customer.unblocked' : 'customer.blocked', id)
}
