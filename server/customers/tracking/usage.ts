import type { Scope } from '../../platform/scope.ts'
import type { TrackedCustomerCaps } from './caps.ts'

export interface CustomerUse {
  plan: 'free' | 'starter' | 'growth'
  used: number
  /** Null is no cap. */
  max: number | null
}

/** How many tracked customers the workspace has, and how many its plan allows. */
export async function customerUse({ db, workspaceId }: Scope, caps: TrackedCustomerCaps): Promise<CustomerUse> {
  const { plan, used } = await db
    .selectFrom('workspaces')
    .select(['plan', 'tracked_customers as used'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { plan, used, max: caps[plan] }
}
