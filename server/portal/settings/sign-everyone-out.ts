import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { endEveryCustomerSession } from '../auth/session.ts'
import { portalCan } from './permissions.ts'

/** Ends every customer's sessions on the portal and in the widget. @returns how many. @throws 403 */
export async function signEveryoneOut(tx: WriteScope): Promise<number> {
  permit(portalCan(tx.actor).signEveryoneOut)
  const count = await endEveryCustomerSession(tx)
  audit(tx, 'portal.everyone_signed_out', tx.workspaceId, { sessions: count })
  return count
}
