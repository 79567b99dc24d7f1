import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import { customerStorageFull, storageFull, tooManyUnusedFiles } from './errors.ts'
import { getStorageUsage, type StorageLimits } from './storage-usage.ts'

// Ten screenshots of several megabytes, in case somebody changes their mind.
const maxUnusedBytes = 50 * 1_048_576
// Of the space of a plan. The rest stays free for the team.
const customersShare = 0.5

/**
 * Rejects a file that there is no space for: in the plan; of a customer, in the half of the plan that is for customers, and
 * among their uploads that no text has shown yet, so that nobody fills the space with files that nobody sees. @throws 403
 */
export async function assertSpace(scope: Scope, bytes: number, limits: StorageLimits): Promise<void> {
  const { used, max } = await getStorageUsage(scope, limits)
  if (max !== null && used + bytes > max) throw storageFull()
  if (scope.actor.type !== 'customer') return
  const { ofCustomers, unused } = await getCustomerUsage(scope, scope.actor.id)
  if (max !== null && ofCustomers + bytes > max * customersShare) throw customerStorageFull()
  if (unused + bytes > maxUnusedBytes) throw tooManyUnusedFiles()
}

async function getCustomerUsage({ db, workspaceId }: Scope, customerId: string | null) {
  const { rows } = await sql<{ ofCustomers: number; unused: number }>`
    select coalesce(sum(bytes), 0)::float8 as "ofCustomers",
      coalesce(sum(bytes) filter (where created_by_customer = ${customerId} and not is_attached), 0)::float8 as unused
    from files where workspace_id = ${workspaceId} and created_by_customer is not null`.execute(db)
  return rows[0]!
}
