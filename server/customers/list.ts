import { type RawBuilder, sql } from 'kysely'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { containsPattern } from '../platform/db/like.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import { notFound } from '../platform/problems.ts'
import { OneOf, type Static, Strict, Text, Type } from '../platform/schemas.ts'
import type { Scope } from '../platform/scope.ts'
import { type MailStatus, mailStatus } from './mail-status.ts'

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

/** Matches customers whose name, email or external id contains the text, without regard to case. */
export const matchesText = (text: string): RawBuilder<boolean> => {
  const pattern = containsPattern(text)
  return sql<boolean>`(name ilike ${pattern} or email ilike ${pattern} or external_id ilike ${pattern})`
}

const filters = {
  all: sql``,
  known: sql`and is_tracked`,
  portal: sql`and is_participant and not is_tracked`,
  opted_out: sql`and mail_opted_out_at is not null`,
  bounced: sql`and mail_opted_out_at is null and mail_bounced_at is not null`,
}

/** Lists customers, newest first. Counts activity for the rows of the page only. */
export async function listCustomers(
  scope: Scope,
  query: CustomerFilter,
  signer: Signer,
): Promise<Page<ListedCustomer>> {
  const { limit = 25, cursor, search = '', filter = 'all' } = query
  const cursors = createCursors(signer, 'customers', scope.workspaceId, { search, filter })
  const after = cursors.decode(cursor) as [createdAt: string, id: string] | undefined
  const { rows } = await sql<ListedCustomer>`
    select ${customerColumns}, ${customerCounts}
    from (select * from customers where workspace_id = ${scope.workspaceId} ${filters[filter]}
      ${search === '' ? sql`` : sql`and ${matchesText(search)}`}
      ${after === undefined ? sql`` : sql`and (created_at, id) < (${after[0]}, ${after[1]})`}
      order by created_at desc, id desc limit ${limit + 1}) c
    order by c.created_at desc, c.id desc`.execute(scope.db)
  return paginate(
    rows,
    limit,
    cursors,
    (row) => [row.createdAt, row.id],
    (row) => row,
  )
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
