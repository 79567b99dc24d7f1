import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { Nullable, type Static, Strict, Type } from '../platform/schemas.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { retentionCan } from './permissions.ts'

const Months = Nullable(Type.Integer({ minimum: 1, maximum: 120 }))
const Days = Nullable(Type.Integer({ minimum: 1, maximum: 3_650 }))

/** How long a workspace keeps personal data; null keeps it. */
export const RetentionSettings = Strict({
  /** Customers are deleted this long after their last activity. */
  inactiveMonths: Months,
  /** People who signed in or subscribed, but never took part, are deleted this long after their last sign-in. */
  visitorDays: Days,
  /** Source addresses and metadata are deleted this long after the last change of a completed or closed request. */
  contextMonths: Months,
})
export type RetentionSettings = Static<typeof RetentionSettings>

const selectRetention = ({ db, workspaceId }: Scope) =>
  db
    .selectFrom('workspaces')
    .select([
      'retention_inactive_months as inactiveMonths',
      'retention_visitor_days as visitorDays',
      'retention_context_months as contextMonths',
    ])
    .where('workspace_id', '=', workspaceId)

export const getRetention = (scope: Scope): Promise<RetentionSettings> =>
  selectRetention(scope).executeTakeFirstOrThrow()

/** Changes how long a workspace keeps personal data. The next hourly housekeeping applies it. @throws 403 */
export async function updateRetention(tx: WriteScope, wanted: RetentionSettings): Promise<void> {
  permit(retentionCan(tx.actor).update)
  const before = await selectRetention(tx).forUpdate().executeTakeFirstOrThrow()
  const changes = pickChanges<RetentionSettings>(before, wanted)
  if (!changes) return
  tx.defer(
    tx.db
      .updateTable('workspaces')
      .set({
        retention_inactive_months: changes.inactiveMonths,
        retention_visitor_days: changes.visitorDays,
        retention_context_months: changes.contextMonths,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .execute(),
  )
  audit(tx, 'workspace.retention_updated', tx.workspaceId, describeChanges<RetentionSettings>(before, changes, null))
}
