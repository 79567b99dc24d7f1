import { sql } from 'kysely'
import { lookUp } from '../platform/db/look-up.ts'
import type { Scope } from '../platform/scope.ts'

export interface CustomerActivity {
  id: string
  name: string | null
  email: string | null
  externalId: string | null
  /** What the customer submitted and voted for since then. Submitting a request also votes for it. */
  requests: number
  votes: number
}

// Each costs a row. A workspace with more of them in a few weeks still gets its most active customers.
const maxConsidered = 5_000
const maxListed = 10

/** Lists the ten most active customers since then, among the latest 5,000 requests and votes. */
export async function listActiveCustomers({ db, workspaceId }: Scope, since: string): Promise<CustomerActivity[]> {
  const latest = (table: string, columns: string[]) => sql`select ${sql.join(columns.map((name) => sql.ref(name)))}
    from ${sql.table(table)} where workspace_id = ${workspaceId} and created_at >= ${since}
    order by created_at desc limit ${sql.lit(maxConsidered)}`
  const { rows } = await sql<CustomerActivity>`
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
    select c.id, c.name, c.email, c.external_id as "externalId", t.requests, t.votes
    from top t join customers c on c.workspace_id = ${workspaceId} and c.id = t.customer_id
    order by t.requests + t.votes desc, c.id`.execute(db)
  return rows
}
