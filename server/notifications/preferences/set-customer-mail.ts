import { customersCan } from '../../customers/permissions.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { teamEvidence } from '../consents/record.ts'
import { updatePreferences } from './preferences.ts'

/** Stops or resumes mail at a customer's request to the team. @throws 403, 404 */
export async function setCustomerMail(tx: WriteScope, id: string, action: 'opt_out' | 'resume'): Promise<void> {
  permit(customersCan(tx.actor).edit)
  await updatePreferences(tx, id, { optOut: action === 'opt_out' }, teamEvidence)
}
