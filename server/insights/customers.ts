import { sql } from 'kysely'
import { lookUp } from '../platform/db/look-up.ts'
import type { Scope } from '../platform/scope.ts'

/** What a customer did in a period. */
export interface ActiveCustomer {
  id: string
  name: string | null
  email: string | null
  externalId: string | null
  /** Submitting a request also votes for it. */
  requests: number
  votes: number
}

export interface ActiveCustomers {
  /** The ten most active customers, the most active first. */
  list: ActiveCustomer[]
  /** Whether there are more requests or votes than were counted. */
  isCapped: boolean
}

// Limits the rows read. In a busier workspace, these are the most active customers among the latest.
const maxConsidered = 5_000
const maxListed = 10

/** Lists the customers who submitted and voted most since `since`, by the latest 5,000 requests and 5,000 votes. */
export async function listActiveCustomers({ db, workspaceId }: Scope, since: string): Promise<ActiveCustomers> {
  const latest = (table: string, columns: string[]) => sql`select ${sql.join(columns.map((name) => sql.ref(name)))}
    from ${sql.table(table)} where workspace_id = ${workspaceId} and created_at >= ${since}
    order by created_at desc limit ${sql.lit(maxConsidered)}`
  const { rows } = await sql<ActiveCustomer & { isCapped: boolean }>`
    with requests as materialized (${latest('feedback', ['workspace_id', 'id'])}),
    votes as materialized (${latest('votes', ['customer_id'])}),
    acts as (
      select x.customer_id, 1 as requests, 0 as votes from requests r
      cross join ${lookUp(sql`select customer_id from feedback_context c
        where c.workspace_id = r.workspace_id and c.feedback_id = r.id`)} x
      where x.customer_id is not null
      union all select customer_id, 0, 1 from votes),
    top as materialized (
      select customer_id, sum(requests)::int as requests, sum(votes)::int as votes from acts
      group by customer_id order by count(*) desc, customer_id limit ${sql.lit(maxListed)})
    select c.id, c.name, c.email, c.external_id as "externalId", t.requests, t.votes,
      greatest((select count(*) from requests), (select count(*) from votes)) = ${sql.lit(maxConsidered)} as "isCapped"
    from top t join customers c on c.workspace_id = ${workspaceId} and c.id = t.customer_id
    order by t.requests + t.votes desc, c.id`.execute(db)
  return { list: rows.map(({ isCapped: _, ...customer }) => customer), isCapped: rows[0]?.isCapped ?? false }
}
