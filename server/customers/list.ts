import { sql } from 'kysely'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { lookUp } from '../platform/db/look-up.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import { notFound } from '../platform/problems.ts'
import { OneOf, type Static, Strict, Text, Type } from '../platform/schemas.ts'
import type { Scope } from '../platform/scope.ts'
import { type MailStatus, mailStatus } from './mail-status.ts'
import { customersAfter, findCustomers } from './search/find-customers.ts'

export const CustomerFilter = Strict({
  search: Type.Optional(Text({ max: 200 })),
  filter: Type.Optional(OneOf(['all', 'known', 'portal', 'opted_out', 'bounced'])),
  cursor: Type.Optional(Text({ max: 500 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})
export type CustomerFilter = Static<typeof CustomerFilter>

/**
 * Whether a customer counts toward the plan, and if not, whether they take part on the portal without being known,
 * subscribed, or only signed in.
 */
export type CustomerKind = 'tracked' | 'participant' | 'subscribed' | 'signed_in'

export interface ListedCustomer {
  id: string
  email: string | null
  name: string | null
  externalId: string | null
  createdAt: string
  mail: MailStatus
  kind: CustomerKind
  requests: number
  votes: number
  comments: number
}

/** Counts the activity of the customer with the table alias `c`; an index serves each count. */
export const customerCounts = sql`
  (select count(*) from feedback_context x where x.workspace_id = c.workspace_id and x.customer_id = c.id) as requests,
  (select count(*) from votes x where x.workspace_id = c.workspace_id and x.customer_id = c.id) as votes,
  (select count(*) from comments x where x.workspace_id = c.workspace_id and x.customer_id = c.id) as comments`

/** Selects the columns of a listed customer with the table alias `c`. */
export const customerColumns = sql`c.id, c.email, c.name, c.external_id as "externalId", c.created_at as "createdAt",
  ${mailStatus} as mail,
  case when c.is_tracked then 'tracked' when c.is_participant then 'participant'
     when c.notify_changelog then 'subscribed' else 'signed_in' end as kind`

const filters = {
  all: sql``,
  known: sql`and is_tracked`,
  portal: sql`and is_participant and not is_tracked`,
  opted_out: sql`and mail_opted_out_at is not null`,
  bounced: sql`and mail_opted_out_at is null and mail_bounced_at is not null`,
}

export interface CustomerPage extends Page<ListedCustomer> {
  /** The number of matches of a search; null without a search. `isCapped` if there are more. */
  found: { count: number; isCapped: boolean } | null
}

/**
 * Lists customers, newest first, or the best matches of a search first. Counts activity for the rows of the page only.
 */
export async function listCustomers(scope: Scope, query: CustomerFilter, signer: Signer): Promise<CustomerPage> {
  const { limit = 25, cursor, filter = 'all' } = query
  const search = query.search?.trim() ?? ''
  const cursors = createCursors(signer, 'customers', scope.workspaceId, { search, filter })
  const after = cursors.decode(cursor)
  if (search === '') {
    const rows = await loadNewest(scope, { filter, limit, after })
    const page = paginate(rows, limit, cursors, (row) => [row.createdAt, row.id], toListed)
    return { ...page, found: null }
  }
  const { found, isCapped } = await findCustomers(scope, search, sql`true ${filters[filter]}`)
  const matches = customersAfter(found, after).slice(0, limit + 1)
  const scores = new Map(matches.map(({ id, score }) => [id, score]))
  const rows = await loadMatches(scope, [...scores.keys()])
  const page = paginate(rows, limit, cursors, ({ id }) => [scores.get(id)!, id], toListed)
  return { ...page, found: { count: found.length, isCapped } }
}

const toListed = (row: ListedCustomer): ListedCustomer => row

/** Loads customers in the order of their ids in the list. */
async function loadMatches({ db, workspaceId }: Scope, ids: string[]): Promise<ListedCustomer[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ListedCustomer>`
    select ${customerColumns}, ${customerCounts}
    from unnest(${ids}::uuid[]) with ordinality m (id, n)
      cross join ${lookUp(sql`select * from customers where workspace_id = ${workspaceId} and id = m.id`)} c
    order by m.n`.execute(db)
  return rows
}

async function loadNewest(
  scope: Scope,
  { filter, limit, after }: { filter: keyof typeof filters; limit: number; after: (string | number)[] | undefined },
): Promise<ListedCustomer[]> {
  const { rows } = await sql<ListedCustomer>`
    select ${customerColumns}, ${customerCounts}
    from (select * from customers where workspace_id = ${scope.workspaceId} ${filters[filter]}
      ${after === undefined ? sql`` : sql`and (created_at, id) < (${after[0]}, ${after[1]})`}
      order by created_at desc, id desc limit ${limit + 1}) c
    order by c.created_at desc, c.id desc`.execute(scope.db)
  return rows
}

/** Loads a customer as the list shows them. @throws 404 */
export async function getListedCustomer({ db, workspaceId }: Scope, id: string): Promise<ListedCustomer> {
  const { rows } = await sql<ListedCustomer>`
    select ${customerColumns}, ${customerCounts}
    from customers c where c.workspace_id = ${workspaceId} and c.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Counts all customers, including those who do not count toward the plan. */
export async function countCustomers({ db, workspaceId }: Scope): Promise<number> {
  const { count } = await db
    .selectFrom('customers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return count
}
