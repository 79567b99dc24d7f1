import { type RawBuilder, sql } from 'kysely'
import { countEdits } from '../../feedback/search/edits.ts'
import { saltOf } from '../../feedback/search/terms.ts'
import { containsPattern } from '../../platform/db/like.ts'
import { isUuid } from '../../platform/ids.ts'
import type { Scope } from '../../platform/scope.ts'
import { parseCustomerQuery, type SearchedCustomerWord } from './query.ts'
import { type FoundCustomer, rankOf, wordsOf } from './rank.ts'

export interface CustomerMatch {
  id: string
  score: number
}

export interface CustomerMatches {
  /** By score and id, both descending. */
  found: CustomerMatch[]
  /** Whether there may be more. The matches are then among the newest customers, or the first of the index. */
  isCapped: boolean
}

/** The maximum number of customers that a search ranks and counts. Each costs a row. */
export const maxCustomerMatches = 1_000

// Fewer matches than this may mean a misspelled word, or a part of one.
const enoughMatches = 5
const newestScanned = 2_000
// A text that a tenth of the newest customers have is common.
const commonFrom = 200
// Most customers contain shorter texts somewhere.
const minPart = 3
// The maximum number of matching companies whose customers are found.
const maxCompanies = 20

/**
 * Finds customers by the words of their name, email address and external id, or of their company's name: each word of
 * the text begins one of theirs. If they are few, customers with misspelled names and those that contain the text
 * anywhere follow. An id, address or external id in full comes first.
 * @param filter a condition on `customers c`
 */
export async function findCustomers(
  scope: Scope,
  text: string,
  filter: RawBuilder<unknown> = sql`true`,
): Promise<CustomerMatches> {
  const words = await parseCustomerQuery(scope, text)
  const [exact, newest] = await Promise.all([findExactly(scope, text, filter), findAmongNewest(scope, words, filter)])
  if (newest.length >= commonFrom) return { ...rankAll([...newest, ...exact], text, words), isCapped: true }
  const [byWords, byCompany] =
    words.length === 0
      ? [[], []]
      : await Promise.all([findByTerms(scope, matchAll(scope, words), filter), findByCompany(scope, words, filter)])
  const found = new Map([...byCompany, ...byWords, ...exact].map((customer) => [customer.id, customer]))
  if (exact.length === 0 && found.size < enoughMatches) {
    const [misspelled, containing] = await Promise.all([
      words.length === 0 ? [] : findMisspelled(scope, words, filter),
      words.length > 0 && [...text].length < minPart ? [] : findContaining(scope, text, filter),
    ])
    for (const customer of [...misspelled, ...containing]) if (!found.has(customer.id)) found.set(customer.id, customer)
  }
  const isCapped = Math.max(found.size, byWords.length, byCompany.length) > maxCustomerMatches
  return { ...rankAll([...found.values()], text, words), isCapped }
}

function rankAll(customers: FoundCustomer[], text: string, words: SearchedCustomerWord[]): { found: CustomerMatch[] } {
  const unique = new Map(customers.map((customer) => [customer.id, customer]))
  const ranked = [...unique.values()].map((customer) => ({ id: customer.id, score: rankOf(customer, text, words) }))
  return { found: ranked.sort(byScore).slice(0, maxCustomerMatches) }
}

/**
 * Finds a text that many customers have, such as the domain of a mail provider, among the newest: the index would read
 * all of their entries. Empty in a workspace that has no more customers than this scans.
 */
async function findAmongNewest(
  { db, workspaceId }: Scope,
  words: SearchedCustomerWord[],
  filter: RawBuilder<unknown>,
): Promise<FoundCustomer[]> {
  if (words.length === 0) return []
  const matches = words.map(({ text }) => sql`strpos(text, ${text}) > 0`)
  const { rows } = await sql<FoundCustomer>`
    with newest as materialized (
      select c.* from customers c where c.workspace_id = ${workspaceId}
      order by c.created_at desc, c.id desc limit ${sql.lit(newestScanned)}),
    matches as materialized (
      select ${columns}, lower(concat_ws(' ', c.name, c.email, c.external_id)) as text from newest c where ${filter})
    select id, name, email, "externalId", "createdAt" from matches
    where (select count(*) from newest) = ${sql.lit(newestScanned)} and ${sql.join(matches, sql` and `)}`.execute(db)
  return rows
}

const byScore = (one: CustomerMatch, other: CustomerMatch): number =>
  other.score - one.score || Number(one.id < other.id) - Number(one.id > other.id)

/** Returns the part of the matches that follows a position. @param after the score and id of the last customer shown */
export const customersAfter = (found: CustomerMatch[], after: (string | number)[] | undefined): CustomerMatch[] =>
  after === undefined
    ? found
    : found.filter((match) => byScore({ score: Number(after[0]), id: String(after[1]) }, match) < 0)

const columns = sql`c.id, c.name, c.email, c.external_id as "externalId", c.created_at as "createdAt"`

/** Looks up an address, an external id and an id, each by its own index. */
async function findExactly({ db, workspaceId }: Scope, text: string, filter: RawBuilder<unknown>) {
  const { rows } = await sql<FoundCustomer>`
    select ${columns} from customers c where c.workspace_id = ${workspaceId} and lower(c.email) = lower(${text}) and ${filter}
    union select ${columns} from customers c where c.workspace_id = ${workspaceId} and c.external_id = ${text} and ${filter}
    ${isUuid(text) ? sql`union select ${columns} from customers c where c.workspace_id = ${workspaceId} and c.id = ${text} and ${filter}` : sql``}`.execute(
    db,
  )
  return rows
}

const quote = (term: string): string => `'${term.replaceAll(/['\\]/g, '')}'`

/** Writes a `tsquery` for the customers who have every word, each at the beginning of one of theirs. */
function matchAll({ workspaceId }: Scope, words: SearchedCustomerWord[]): string {
  const salt = saltOf(workspaceId)
  return words.map(({ text }) => `${quote(salt + text)}:*`).join(' & ')
}

const customerTerms = sql`search_person_terms(c.workspace_id, c.name, c.email, c.external_id)`
const companyTerms = sql`search_person_terms(k.workspace_id, k.name, null::text, k.external_id)`

/** The materialized expression keeps the planner on the index, whose terms include the workspace (ADR 0032). */
async function findByTerms(
  { db, workspaceId }: Scope,
  query: string,
  filter: RawBuilder<unknown>,
): Promise<FoundCustomer[]> {
  const { rows } = await sql<FoundCustomer>`
    with matches as materialized (
      select c.workspace_id, ${columns} from customers c where ${customerTerms} @@ ${query}::tsquery and ${filter})
    select id, name, email, "externalId", "createdAt" from matches
    where workspace_id = ${workspaceId} limit ${sql.lit(maxCustomerMatches + 1)}`.execute(db)
  return rows
}

async function findByCompany(
  scope: Scope,
  words: SearchedCustomerWord[],
  filter: RawBuilder<unknown>,
): Promise<FoundCustomer[]> {
  const { db, workspaceId } = scope
  const { rows: companies } = await sql<{ id: string }>`
    with matches as materialized (
      select k.workspace_id, k.id from companies k where ${companyTerms} @@ ${matchAll(scope, words)}::tsquery)
    select id from matches where workspace_id = ${workspaceId} limit ${sql.lit(maxCompanies)}`.execute(db)
  if (companies.length === 0) return []
  const { rows } = await sql<FoundCustomer>`
    select ${columns}, true as "isOfCompany" from customers c
    where c.workspace_id = ${workspaceId} and c.company_id = any(${companies.map(({ id }) => id)}::uuid[]) and ${filter}
    limit ${sql.lit(maxCustomerMatches + 1)}`.execute(db)
  return rows
}

/** Finds names in which one character of a word differs; the index narrows the customers down to few. */
async function findMisspelled(scope: Scope, words: SearchedCustomerWord[], filter: RawBuilder<unknown>) {
  const salt = saltOf(scope.workspaceId)
  const alternatives = words.map(({ text, misspellings }) =>
    [
      `${quote(salt + text)}:*`,
      ...(misspellings.length === 0 ? [] : [quote(`${salt}~${text}`)]),
      ...misspellings.flatMap((each) => [quote(salt + each), quote(`${salt}~${each}`)]),
    ].join(' | '),
  )
  const rows = await findByTerms(scope, alternatives.map((each) => `(${each})`).join(' & '), filter)
  return rows.filter((row) => {
    const own = wordsOf(row)
    return words.every(({ text }) => own.some((word) => word.startsWith(text) || countEdits(text, word, 1) <= 1))
  })
}

/** Finds the text as it is, such as the middle of an address. */
async function findContaining({ db, workspaceId }: Scope, text: string, filter: RawBuilder<unknown>) {
  const pattern = containsPattern(text)
  const { rows } = await sql<FoundCustomer>`
    with matches as materialized (
      select c.workspace_id, ${columns} from customers c
      where search_grams(c.workspace_id, coalesce(c.name, '') || E'\\n' || coalesce(c.email, '') || E'\\n' || coalesce(c.external_id, ''))
          @@ search_gram_query(${workspaceId}, ${text})
        and (c.name ilike ${pattern} or c.email ilike ${pattern} or c.external_id ilike ${pattern}) and ${filter})
    select id, name, email, "externalId", "createdAt" from matches
    where workspace_id = ${workspaceId} limit ${sql.lit(maxCustomerMatches + 1)}`.execute(db)
  return rows
}
