import { type RawBuilder, sql } from 'kysely'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { containsPattern } from '../platform/db/like.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import type { Scope } from '../platform/scope.ts'
import { resolveCompanyId } from './companies/queries.ts'
import { type CustomerRow, customerResource, joinCompany, presentCustomer } from './present.ts'
import type { Customer, CustomerPageQuery, CustomerSegment } from './schema.ts'

type Condition = RawBuilder<unknown>

// Each is the condition of an index.
const segments: Record<CustomerSegment, Condition> = {
  tracked: sql`and c.is_tracked`,
  participant: sql`and c.is_participant and not c.is_tracked`,
  blocked: sql`and c.blocked_at is not null`,
}

/**
 * Lists a page of customers for the API, newest first.
 * @throws 400 for an unknown company or a cursor of another list
 */
export async function listCustomerPage(
  scope: Scope,
  query: CustomerPageQuery,
  signer: Signer,
): Promise<Page<Customer>> {
  const { limit = 25, cursor, search, ...filters } = query
  const cursors = createCursors(signer, 'customer resources', scope.workspaceId, { search, ...filters })
  const position = cursors.decode(cursor) as [createdAt: string, id: string] | undefined
  const { email, externalId, company, segment } = filters
  const companyId = company === undefined ? undefined : await resolveCompanyId(scope, company)
  const condition = sql`
    ${email === undefined ? sql`` : sql`and lower(c.email) = lower(${email})`}
    ${externalId === undefined ? sql`` : sql`and c.external_id = ${externalId}`}
    ${companyId === undefined ? sql`` : sql`and c.company_id = ${companyId}`}
    ${segment === undefined ? sql`` : segments[segment]}`
  const after = position === undefined ? sql`` : sql`and (c.created_at, c.id) < (${position[0]}, ${position[1]})`
  const rows = await (search === undefined
    ? selectRows(scope, allCustomers(scope, sql`${condition} ${after}`), limit)
    : searchRows(scope, search, { condition, after, limit }))
  return paginate(rows, limit, cursors, (row) => [row.createdAt, row.id], presentCustomer)
}

const allCustomers = ({ workspaceId }: Scope, condition: Condition): Condition =>
  sql`customers c where c.workspace_id = ${workspaceId} ${condition}`

/** Selects a page and one row more. Only its rows look up their companies. */
async function selectRows({ db }: Scope, source: Condition, limit: number): Promise<CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`
    select ${customerResource}
    from (select c.* from ${source} order by c.created_at desc, c.id desc limit ${limit + 1}) c ${joinCompany}
    order by c.created_at desc, c.id desc`.execute(db)
  return rows
}

// The newest customers, which fill the page of a common text.
const newestScanned = 2_000

/**
 * Searches the newest customers first, which is faster for a common text, and then the index, as the search of requests
 * does (feedback/search/search.ts).
 */
async function searchRows(
  scope: Scope,
  text: string,
  { condition, after, limit }: { condition: Condition; after: Condition; limit: number },
): Promise<CustomerRow[]> {
  const newest = sql`(select * from ${allCustomers(scope, after)}
    order by c.created_at desc, c.id desc limit ${sql.lit(newestScanned)}) c`
  const first = await selectRows(scope, sql`${newest} where ${containsText(text)} ${condition}`, limit)
  if (first.length > limit) return first
  return selectRows(scope, sql`(${fromIndex(scope, text)}) c where true ${condition} ${after}`, limit)
}

/** The materialized CTE keeps the planner on the index, whose grams include the workspace (ADR 0032). */
const fromIndex = ({ workspaceId }: Scope, text: string): Condition => sql`
  with found as materialized (
    select * from customers c
    where search_grams(c.workspace_id, ${searchedText}) @@ search_gram_query(${workspaceId}, ${text})
      and ${containsText(text)})
  select * from found where workspace_id = ${workspaceId}`

/** The expression that the index `customers_search` covers. */
const searchedText = sql`coalesce(c.name, '') || E'\\n' || coalesce(c.email, '') || E'\\n' || coalesce(c.external_id, '')`

/** Whether a member contains the text, ignoring case. */
function containsText(text: string): Condition {
  const pattern = containsPattern(text)
  const matches = (column: string) => sql`lower(${sql.ref(column)}) like lower(${pattern})`
  return sql`(${sql.join(['c.name', 'c.email', 'c.external_id'].map(matches), sql` or `)})`
}
