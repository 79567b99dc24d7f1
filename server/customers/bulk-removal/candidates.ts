import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { customerColumns, customerCounts, type ListedCustomer } from '../list.ts'
import { maxRemoved } from './remove.ts'

export interface RemovalFilter {
  /** When the customer was created, ISO 8601; null: without a limit. */
  from: string | null
  until: string | null
  /** Only people who came through the portal or the widget, and who were never named by the API or a signed token. */
  isFromPortal: boolean
}

export interface RemovalCandidates {
  rows: ListedCustomer[]
  /** The number of matches, counted up to the limit of one removal. */
  total: number
}

const shown = 100

/** Lists the customers that match a filter, newest first, with the counts of their content. */
export async function listRemovalCandidates(scope: Scope, filter: RemovalFilter): Promise<RemovalCandidates> {
  const { rows } = await sql<ListedCustomer>`
    select ${customerColumns}, ${customerCounts}
    from (select * from customers c where ${matches(scope, filter)}
      order by created_at desc, id desc limit ${shown}) c
    order by c.created_at desc, c.id desc`.execute(scope.db)
  const ids = rows.length < shown ? rows : await listRemovalIds(scope, filter)
  return { rows, total: ids.length }
}

/** Lists the ids of all customers that match a filter, up to the limit of one removal. */
export async function listRemovalIds(scope: Scope, filter: RemovalFilter): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from customers c where ${matches(scope, filter)}
    order by c.created_at desc, c.id desc limit ${maxRemoved}`.execute(scope.db)
  return rows.map(({ id }) => id)
}

// The audit log shows whether a customer arrived by themself, or was named by the team or its product.
const matches = ({ workspaceId }: Scope, { from, until, isFromPortal }: RemovalFilter) => sql`
  c.workspace_id = ${workspaceId}
  ${from === null ? sql`` : sql`and c.created_at >= ${from}::timestamptz`}
  ${until === null ? sql`` : sql`and c.created_at < ${until}::timestamptz`}
  ${
    isFromPortal
      ? sql`and c.external_id is null and (not c.is_tracked or exists (
          select from audit_events e where e.workspace_id = c.workspace_id and e.target_id = c.id
            and e.type = 'customer.added' and e.actor_type = 'customer'))`
      : sql``
  }`
