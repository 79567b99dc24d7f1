import type { Scope } from '../../platform/scope.ts'
import type { TrackedCustomerCaps } from './caps.ts'

export interface CustomerUsage {
  plan: 'free' | 'starter' | 'growth'
  used: number
  /** Null is no cap. */
  max: number | null
}

/** How many tracked customers the workspace has, and how many its plan allows. */
export async function getCustomerUsage({ db, workspaceId }: Scope, caps: TrackedCustomerCaps): Promise<CustomerUsage> {
  const { plan, used } = await db
    .selectFrom('workspaces')
    .select(['plan', 'tracked_customers as used'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { plan, used, max: caps[plan] }
}
