import { audit } from '../../audit/record.ts'
import { recordEvent } from '../../events/record.ts'
import { permit } from '../../platform/authorization.ts'
import { notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { CustomerBlocked } from '../blocking/assert-not-blocked.ts'
import { assertMayRename, recordEarlierName } from '../earlier-names.ts'
import { checkOwnName } from '../names.ts'
import { isOwnName } from '../public-name.ts'
import { loadCustomersJson } from '../queries.ts'
import { isSelf } from './is-self.ts'

/**
 * Sets a customer’s own name. A form that sends the stored name changes nothing, so that its other fields can be saved,
 * unless the customer agrees to show it: a name that they did not choose themselves is private (ADR 0027).
 * @param name empty to clear it
 * @throws 400 for a name without visible characters, for a name that resembles the team's, and beyond the daily limit;
 * 403 for any other actor and for a blocked customer; 404 if the customer was deleted
 */
export async function renameSelf(
  tx: WriteScope,
  customerId: string,
  name: string,
  { isConfirmed = false }: { isConfirmed?: boolean } = {},
): Promise<void> {
  permit(isSelf(tx.actor, customerId))
  const before = await lockName(tx, customerId)
  const isSame = name === (before.name ?? '')
  if (isSame && (!isConfirmed || name === '' || isOwnName(before.source))) return
  if (before.blockedAt !== null) throw new CustomerBlocked()
  const newName = (await checkOwnName(tx, customerId, name)) || null
  if (!isSame) await assertMayRename(tx, customerId)
  if (newName === before.name && isOwnName(before.source)) return
  await tx.db
    .updateTable('customers')
    .set({ name: newName, name_source: 'self', updated_at: tx.now })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', customerId)
    .execute()
  if (newName !== before.name) recordEarlierName(tx, customerId, before.name, 'customer')
  audit(tx, 'customer.updated', customerId, { members: ['name'] })
  recordEvent(tx, { type: 'customer.updated', resourceId: customerId, data: loadCustomersJson })
}

/** Loads a customer's name and locks it, so that the earlier name is the one that this transaction replaces. */
async function lockName({ db, workspaceId }: WriteScope, customerId: string) {
  const row = await db
    .selectFrom('customers')
    .select(['name', 'name_source as source', 'blocked_at as blockedAt'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
