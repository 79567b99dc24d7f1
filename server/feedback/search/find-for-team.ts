import { type RawBuilder, sql } from 'kysely'
import { findCustomers } from '../../customers/search/find-customers.ts'
import { isUuid } from '../../platform/ids.ts'
import type { Scope } from '../../platform/scope.ts'
import { findMatches, type Match, type Matches } from './find-matches.ts'

// Exceeds every score, so that these matches come first.
const exactScore = 1_000_000
// Below every score of other spellings.
const submittedScore = -100_000
// The maximum number of requests of one submitter, or of all customers who match a text.
const maxOfCustomers = 100
const maxCustomers = 20
// With fewer matches than this, requests of matching customers follow.
const enoughMatches = 5

/**
 * Finds requests for the team: like `findMatches`, but exact matches come first. A text matches exactly a request's id,
 * its issue's key or URL, its submitter's email address, or its whole title. If few requests have the words, requests
 * follow whose submitters match the text, for example by name.
 * @param filter a condition on `feedback f`
 */
export async function findForTeam(scope: Scope, text: string, filter: RawBuilder<unknown>): Promise<Matches> {
  const [matches, named] = await Promise.all([findMatches(scope, text, filter), findNamed(scope, text, filter)])
  const titled = await findTitled(scope, text, matches.found)
  const exact = [...named, ...titled]
  const submitted = exact.length + matches.found.length >= enoughMatches ? [] : await findSubmitted(scope, text, filter)
  return withOthers(matches, exact, submitted)
}

function withOthers(matches: Matches, exact: string[], submitted: string[]): Matches {
  const found = new Map<string, Match>()
  for (const [index, id] of exact.entries()) if (!found.has(id)) found.set(id, { id, score: exactScore - index })
  for (const match of matches.found) if (!found.has(match.id)) found.set(match.id, match)
  for (const [index, id] of submitted.entries())
    if (!found.has(id)) found.set(id, { id, score: submittedScore - index })
  const all = [...found.values()]
  const requests = matches.isCapped ? matches.requests : all.map(({ id }) => id)
  return { found: all, isCapped: matches.isCapped, requests }
}

const isEmail = /^[^\s@]+@[^\s@]+$/
// "ENG-123" of Linear and Jira, and "team/app#123" of GitHub.
const isIssueKey = /^(?:\p{L}[\p{L}\p{N}_]*-\d+|[\w.-]+\/[\w.-]+#\d+)$/u

/** Finds requests by an id, an issue or an address. Most texts are none of these, and cause no lookup. */
async function findNamed(scope: Scope, text: string, filter: RawBuilder<unknown>): Promise<string[]> {
  const { workspaceId } = scope
  const key = text.trim()
  if (isUuid(key)) {
    return selectIds(
      scope,
      sql`select ${key}::uuid as id union all
        select into_id from feedback_merges where workspace_id = ${workspaceId} and feedback_id = ${key}`,
      filter,
    )
  }
  if (isIssueKey.test(key) || /^https?:\/\//.test(key)) {
    return selectIds(
      scope,
      sql`select feedback_id as id from tracker_links
        where workspace_id = ${workspaceId} and (lower(identifier) = lower(${key}) or lower(url) = lower(${key}))`,
      filter,
    )
  }
  if (!isEmail.test(key)) return []
  return selectIds(
    scope,
    sql`select x.feedback_id as id from customers c
      join feedback_context x on x.workspace_id = c.workspace_id and x.customer_id = c.id
      where c.workspace_id = ${workspaceId} and lower(c.email) = lower(${key}) limit ${sql.lit(maxOfCustomers)}`,
    filter,
  )
}

/** Returns those of the matches whose whole title is the text. */
async function findTitled({ db, workspaceId }: Scope, text: string, found: Match[]): Promise<string[]> {
  if (found.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from feedback where workspace_id = ${workspaceId} and id = any(${found.map(({ id }) => id)}::uuid[])
      and search_fold(title) = search_fold(${text.trim()}) order by votes desc, id desc`.execute(db)
  return rows.map(({ id }) => id)
}

/** Finds requests submitted by customers who match the text. */
async function findSubmitted(scope: Scope, text: string, filter: RawBuilder<unknown>): Promise<string[]> {
  const { found } = await findCustomers(scope, text)
  const ids = found.slice(0, maxCustomers).map(({ id }) => id)
  if (ids.length === 0) return []
  return selectIds(
    scope,
    sql`select feedback_id as id from feedback_context
      where workspace_id = ${scope.workspaceId} and customer_id = any(${ids}::uuid[]) limit ${sql.lit(maxOfCustomers)}`,
    filter,
  )
}

/** Returns the ids of a selection whose requests pass the filter, the most voted first. */
async function selectIds(
  { db, workspaceId }: Scope,
  ids: RawBuilder<unknown>,
  filter: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from feedback f where f.workspace_id = ${workspaceId} and f.id = any(array(select i.id from (${ids}) i))
      and ${filter} order by f.votes desc, f.id desc`.execute(db)
  return rows.map(({ id }) => id)
}
