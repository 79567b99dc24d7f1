import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { synonymsOf } from './concepts.ts'
import { firstInOrder, hasMoreThanFirst } from './first-in-order.ts'
import { containsText, idsFromIndex } from './predicate.ts'
import { type Alternative, parseQuery, type QueryWord } from './query-words.ts'
import { findSpellings, loadVocabulary } from './spelling.ts'
import { anyOf, matchTerms, type TermsCondition } from './terms.ts'

export interface Match {
  id: string
  /** How much of the query the request contains, above all in its title; then its votes and its age. */
  score: number
}

export interface Matches {
  /** By score and id, both descending. */
  found: Match[]
  /** Whether there are more matches. These are the ones with the most votes, or the first of the index. */
  isCapped: boolean
  /** The ids of all matches, or a condition on `feedback f` if there are many, for lists in another order. */
  requests: string[] | TermsCondition
}

/** The maximum number of index matches that are ranked and counted. No one pages further, and each costs a row. */
export const maxMatches = 300

// With this many matches, a page is full without longer words, which cost more to look up.
const enoughComplete = 25
// Fewer matches than this may mean a misspelled word, so other spellings follow them.
const enoughMatches = 5
// More than any score, so that these matches come last.
const otherSpellingPenalty = 10_000
// A word in fewer titles than this may be misspelled itself.
const knownFrom = 3

/** A word with all alternatives of a search; `exact` are the terms as typed. */
interface SearchedWord {
  exact: Alternative[]
  all: Alternative[]
}

/**
 * Finds the requests that contain every word of a text, in any order and form. If they are few, requests with other
 * spellings of its words follow. A text without words, such as "%" or "to be", is looked up as it is.
 * @param filter a condition on `feedback f`, which must name the workspace's boards or nothing of other workspaces.
 */
export async function findMatches(scope: Scope, text: string, filter: RawBuilder<unknown>): Promise<Matches> {
  const words = await parseQuery(scope, text)
  if (words.length === 0) return findText(scope, text, filter)
  const asTyped = words.map(({ exact }) => ({ exact, all: exact }))
  const found = await search(scope, asTyped, filter)
  if (found.found.length >= enoughMatches) return found
  const respelled = await respell(scope, words, filter)
  const known = new Set(found.found.map(({ id }) => id))
  const { isCapped, requests, ...similar } = await searchIndex(scope, respelled, filter, [])
  const others = similar.found.filter(({ id }) => !known.has(id))
  const below = others.map(({ id, score }) => ({ id, score: score - otherSpellingPenalty }))
  const all = [...found.found, ...below]
  return isCapped ? { found: all, isCapped, requests } : complete(all)
}

const complete = (found: Match[]): Matches => ({ found, isCapped: false, requests: found.map(({ id }) => id) })

/** The materialized expression makes the planner use the index of terms. */
const capped = ({ workspaceId }: Scope, found: Match[], { check, lookup }: TermsCondition): Matches => ({
  found,
  isCapped: true,
  requests: {
    check,
    lookup: sql<boolean>`f.id = any(array(with matches as materialized (
      select f.workspace_id, f.id from feedback f where ${lookup})
    select id from matches where workspace_id = ${workspaceId}))`,
  },
})

/**
 * Searches the requests with the most votes first, without the index. Most workspaces have no more requests. In larger
 * ones, they hold enough matches of a common text, which has too many matches in the index to rank.
 */
async function search(scope: Scope, words: SearchedWord[], filter: RawBuilder<unknown>): Promise<Matches> {
  const { isComplete, matches } = await rankMostVoted(scope, words, filter)
  if (isComplete) return complete(matches)
  if (matches.length >= commonFrom) return capped(scope, matches, contains(scope, words))
  return searchIndex(scope, words, filter, matches)
}

/**
 * In the index, an incomplete word is first looked up as typed, because looking up words that begin with it costs more.
 */
async function searchIndex(
  scope: Scope,
  words: SearchedWord[],
  filter: RawBuilder<unknown>,
  matches: Match[],
): Promise<Matches> {
  const condition = contains(scope, words)
  const closed = words.map(({ exact, all }) => ({ exact, all: all.map(({ terms }) => ({ terms, beginning: null })) }))
  const isOpen = words.some(({ all }) => all.some(({ beginning }) => beginning !== null))
  const rankOpen = async () => (isOpen ? rankIndexed(scope, words, condition.lookup, filter) : [])
  const rankClosed = () => rankIndexed(scope, words, contains(scope, closed).lookup, filter)
  // Few matches among the most voted requests suggest a rare text, which needs both.
  const both = matches.length < enoughMatches ? await Promise.all([rankClosed(), rankOpen()]) : null
  const indexed = both?.[0] ?? (await rankClosed())
  const more = indexed.length >= enoughComplete ? [] : (both?.[1] ?? (await rankOpen()))
  const unique = new Map([...matches, ...indexed, ...more].map((match) => [match.id, match]))
  const found = [...unique.values()].sort(byScore).slice(0, maxMatches)
  return Math.max(indexed.length, more.length) > maxMatches ? capped(scope, found, condition) : complete(found)
}

const contains = ({ workspaceId }: Scope, words: SearchedWord[]): TermsCondition =>
  matchTerms(workspaceId, (salt) => words.map(({ all }) => anyOf(salt, all)).join(' & '))

/** Ranks the matches among the requests with the most votes. `isComplete` is true if this covers all requests. */
async function rankMostVoted(scope: Scope, words: SearchedWord[], filter: RawBuilder<unknown>) {
  const rows = await rank(
    scope,
    words,
    sql`with scanned as materialized (
      select ${rankedColumns} from ${firstInOrder(scope, sql`f.votes`)} f where ${filter} limit ${sql.lit(mostVoted)}),
    matches as materialized (select * from scanned where ${contains(scope, words).check})
    select *, (select count(*) from scanned) < ${sql.lit(mostVoted)}
      and not ${hasMoreThanFirst(scope)} as "isComplete" from matches`,
  )
  const isComplete = rows[0]?.isComplete ?? false
  return { isComplete, matches: rows.map(({ id, score }): Match => ({ id, score })) }
}

/** Planned for all matches, the materialized expression uses the index; it still stops fetching rows at the limit. */
async function rankIndexed(
  scope: Scope,
  words: SearchedWord[],
  condition: RawBuilder<boolean>,
  filter: RawBuilder<unknown>,
): Promise<Match[]> {
  const rows = await rank(
    scope,
    words,
    sql`with matches as materialized (
      select f.workspace_id, ${rankedColumns} from feedback f where ${condition} and ${filter})
    select *, null::boolean as "isComplete" from matches
    where workspace_id = ${scope.workspaceId} limit ${sql.lit(maxMatches + 1)}`,
  )
  return rows.map(({ id, score }) => ({ id, score }))
}

const rankedColumns = sql`f.id, f.search_terms, f.votes, f.created_at`

const mostVoted = 600
// A text in a fifth of the most voted requests is common.
const commonFrom = 120

const byScore = (one: Match, other: Match): number =>
  other.score - one.score || Number(one.id < other.id) - Number(one.id > other.id)

// The weight of a word in the title and in the description, as typed and in another spelling or form.
const weights = { title: 1, titleOther: 0.75, description: 0.45, descriptionOther: 0.3 }

// One hundredth of the query outweighs a thousand times the votes.
const relevanceWeight = 1_000
// A request loses against one that is a year younger and has half of the votes.
const popularity = sql`ln(1 + votes) + extract(epoch from created_at)::float8 / 31557600 * ln(2)`

/** Ranks matches: those in the title first, then by votes and age. */
async function rank({ db }: Scope, words: SearchedWord[], matches: RawBuilder<unknown>) {
  const has = (query: string) => sql`search_terms @@ ${query}::tsquery`
  const shares = words.map(
    ({ exact, all }) => sql`case
      when ${has(anyOf('', exact, { inTitle: true, isComplete: true }))} then ${sql.lit(weights.title)}
      when ${has(anyOf('', all, { inTitle: true }))} then ${sql.lit(weights.titleOther)}
      when ${has(anyOf('', exact, { isComplete: true }))} then ${sql.lit(weights.description)}
      else ${sql.lit(weights.descriptionOther)} end`,
  )
  const { rows } = await sql<Match & { isComplete: boolean | null }>`
    select id, "isComplete", (${sql.lit(relevanceWeight)} * (${sql.join(shares, sql` + `)}) / ${sql.lit(words.length)} + ${popularity})::float8 as score
    from (${matches}) m order by score desc, id desc`.execute(db)
  return rows
}

/** Adds other forms of each word, and other spellings and synonyms of an unknown word. */
async function respell(scope: Scope, words: QueryWord[], filter: RawBuilder<unknown>): Promise<SearchedWord[]> {
  const [counts, vocabulary] = await Promise.all([countMatches(scope, words, filter), loadVocabulary(scope, filter)])
  const unknown = new Set(words.filter((_, index) => counts[index]! < knownFrom))
  const spellings = await findSpellings(scope, [...unknown], vocabulary)
  return words.map((word) => {
    const { text, exact, joined } = word
    const others = [
      ...(spellings.get(text) ?? []),
      ...(unknown.has(word) ? exact.flatMap(({ terms }) => synonymsOf(terms.join(' '))) : []),
    ]
    return {
      exact,
      all: [
        ...exact,
        ...joined,
        ...exact.flatMap(({ terms }) => beginWith(terms)),
        ...others.map((terms) => ({ terms, beginning: null })),
      ],
    }
  })
}

const minBeginning = 4

/** Languages that have no stemmer here put their endings at the end too. */
const beginWith = (terms: string[]): Alternative[] =>
  terms.length === 1 && terms[0]!.length >= minBeginning ? [{ terms, beginning: terms[0]! }] : []

/** Counts the requests with each word, as far as it matters. @param inTitle counts only those with it in the title. */
export async function countMatches(
  { db, workspaceId }: Scope,
  words: Pick<QueryWord, 'exact'>[],
  filter: RawBuilder<unknown>,
  inTitle = true,
): Promise<number[]> {
  const counts = words.map(
    ({ exact }) => sql`(with matches as materialized (
        select f.workspace_id from feedback f where ${matchTerms(workspaceId, (salt) => anyOf(salt, exact, { inTitle, isComplete: true })).lookup} and ${filter})
      select count(*)::int from (select from matches where workspace_id = ${workspaceId} limit ${sql.lit(knownFrom)}) m)`,
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
  return rows[0]!.counts
}

/** Finds a text as it is, for texts without words. */
async function findText(scope: Scope, text: string, filter: RawBuilder<unknown>): Promise<Matches> {
  const { db, workspaceId } = scope
  const ids = idsFromIndex(workspaceId, text, filter)
  const { rows } = await sql<Match>`
    select id, (${popularity})::float8 as score from feedback f where f.workspace_id = ${workspaceId}
      and f.id = any(array(select id from (${ids}) i limit ${sql.lit(maxMatches + 1)}))
    order by score desc, id desc`.execute(db)
  const found = rows.slice(0, maxMatches)
  if (rows.length <= maxMatches) return complete(found)
  const lookup = sql<boolean>`f.id = any(array(${idsFromIndex(workspaceId, text, sql`true`)}))`
  return { found, isCapped: true, requests: { check: containsText('f', text), lookup } }
}

/**
 * Returns the part of the matches that follows a position in their order.
 * @param after the score and id of the last match shown; undefined for the beginning.
 */
export function matchesAfter(found: Match[], after: (string | number)[] | undefined): Match[] {
  if (after === undefined) return found
  const last = { score: Number(after[0]), id: String(after[1]) }
  return found.filter((match) => byScore(last, match) < 0)
}
