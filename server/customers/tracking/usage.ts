import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { TrackedCustomerCaps } from './caps.ts'
import { selectTrackedCustomers } from './counter.ts'

export interface CustomerUsage {
  plan: 'free' | 'starter' | 'growth'
  used: number
  /** Null means no cap. */
  max: number | null
  /** People who take part on the portal without being known, who take no place. */
  participants: number
}

/** Returns the number of tracked customers and the maximum of the workspace's plan. */
export async function getCustomerUsage({ db, workspaceId }: Scope, caps: TrackedCustomerCaps): Promise<CustomerUsage> {
  const { plan, used, participants } = await db
    .selectFrom('workspaces')
    .select(['plan', selectTrackedCustomers(workspaceId).as('used')])
    .select(
      sql<number>`(select count(*) from customers c where c.workspace_id = workspaces.workspace_id
        and c.is_participant and not c.is_tracked)`.as('participants'),
    )
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { plan, used, max: caps[plan], participants }
}
