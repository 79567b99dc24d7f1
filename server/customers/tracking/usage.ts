import type { Scope } from '../../platform/scope.ts'
import type { TrackedCustomerCaps } from './caps.ts'

export interface CustomerUsage {
  plan: 'free' | 'starter' | 'growth'
  used: number
  /** Null means no cap. */
  max: number | null
}

/** Returns the number of tracked customers and the maximum of the workspace’s plan. */
export async function getCustomerUsage({ db, workspaceId }: Scope, caps: TrackedCustomerCaps): Promise<CustomerUsage> {
  const { plan, used } = await db
    .selectFrom('workspaces')
    .select(['plan', 'tracked_customers as used'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { plan, used, max: caps[plan] }
}
