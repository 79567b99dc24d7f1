import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { synonymsOf } from './concepts.ts'
import { idsFromIndex } from './predicate.ts'
import { type Alternative, parseQuery, type QueryWord } from './query-words.ts'
import { findSpellings } from './spelling.ts'
import { anyOf, saltOf } from './terms.ts'

export interface Match {
  id: string
  /** How much of the query the request contains, above all in its title; then its votes and its age. */
  score: number
}

export interface Matches {
  /** By score and id, both descending. */
  found: Match[]
  /** Whether there are more matches than `maxMatches`, so that only the first of them and the most voted are here. */
  isCapped: boolean
  /** Whether a request matches, as a condition on `feedback f`, for lists in another order. */
  condition: RawBuilder<boolean>
}

/** The most matches that are ranked and counted. Nobody reads more, and each costs a row. */
export const maxMatches = 1_000

// Fewer matches than this may mean a misspelled word, so other spellings follow them.
const enoughMatches = 5
// More than any score, so that these matches come last.
const otherSpellingPenalty = 10_000
// A word in fewer requests than this may be misspelled itself.
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
  const others = (await search(scope, respelled, filter)).found.filter(({ id }) => !known.has(id))
  const below = others.map(({ id, score }) => ({ id, score: score - otherSpellingPenalty }))
  const all = [...found.found, ...below].slice(0, maxMatches)
  const condition = sql<boolean>`f.id = any(${all.map(({ id }) => id)}::uuid[])`
  return { found: all, isCapped: false, condition }
}

async function search(scope: Scope, words: SearchedWord[], filter: RawBuilder<unknown>): Promise<Matches> {
  const salt = saltOf(scope.workspaceId)
  const condition = sql<boolean>`f.search_terms @@ ${words.map(({ all }) => anyOf(salt, all)).join(' & ')}::tsquery`
  const found = await rank(
    scope,
    words,
    sql`with matches as materialized (
      select f.workspace_id, ${rankedColumns} from feedback f where ${condition} and ${filter})
    select * from matches where workspace_id = ${scope.workspaceId} limit ${sql.lit(maxMatches + 1)}`,
  )
  if (found.length <= maxMatches) return { found, isCapped: false, condition }
  const mostVoted = await rank(
    scope,
    words,
    sql`with scanned as materialized (
      select f.* from feedback f where f.workspace_id = ${scope.workspaceId} and ${filter}
      order by f.votes desc, f.id desc limit ${sql.lit(votedScanned)}),
    matches as materialized (select ${rankedColumns} from scanned f where ${condition})
    select * from matches`,
  )
  const unique = new Map([...mostVoted, ...found].map((match) => [match.id, match]))
  return { found: [...unique.values()].sort(byScore).slice(0, maxMatches), isCapped: true, condition }
}

const rankedColumns = sql`f.id, f.search_terms, ts_filter(f.search_terms, '{a}') as title_terms, f.votes, f.created_at`

// Of a common word, the matches with the most votes are among these.
const votedScanned = 2_000

const byScore = (one: Match, other: Match): number =>
  other.score - one.score || Number(one.id < other.id) - Number(one.id > other.id)

// What a word counts in the title and in the description, as typed and in another spelling or form.
const weights = { title: 1, titleOther: 0.75, description: 0.45, descriptionOther: 0.3 }

// One hundredth of the query outweighs a thousand times the votes.
const relevanceWeight = 1_000
// A request loses against one that is a year younger and has half of the votes.
const popularity = sql`ln(1 + votes) + extract(epoch from created_at)::float8 / 31557600 * ln(2)`

/** Ranks matches: those in the title first, then by votes and age. */
async function rank({ db, workspaceId }: Scope, words: SearchedWord[], matches: RawBuilder<unknown>): Promise<Match[]> {
  const salt = saltOf(workspaceId)
  const has = (query: string) => sql`search_terms @@ ${query}::tsquery`
  const titleHas = (query: string) => sql`title_terms @@ ${query}::tsquery`
  const shares = words.map(
    ({ exact, all }) => sql`case
      when ${titleHas(anyOf(salt, exact, { isComplete: true }))} then ${sql.lit(weights.title)}
      when ${titleHas(anyOf(salt, all))} then ${sql.lit(weights.titleOther)}
      when ${has(anyOf(salt, exact, { isComplete: true }))} then ${sql.lit(weights.description)}
      else ${sql.lit(weights.descriptionOther)} end`,
  )
  const { rows } = await sql<Match>`
    select id, (${sql.lit(relevanceWeight)} * (${sql.join(shares, sql` + `)}) / ${sql.lit(words.length)} + ${popularity})::float8 as score
    from (${matches}) m order by score desc, id desc`.execute(db)
  return rows
}

/** Adds other forms of each word; of an unknown one also other spellings and words that mean the same. */
async function respell(scope: Scope, words: QueryWord[], filter: RawBuilder<unknown>): Promise<SearchedWord[]> {
  const counts = await countMatches(scope, words, filter)
  const unknown = new Set(words.filter((_, index) => counts[index]! < knownFrom))
  const spellings = await findSpellings(scope, [...unknown], filter)
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

/** Counts the requests that contain each word, as far as it matters. */
export async function countMatches(
  { db, workspaceId }: Scope,
  words: Pick<QueryWord, 'exact'>[],
  filter: RawBuilder<unknown>,
): Promise<number[]> {
  const salt = saltOf(workspaceId)
  const counts = words.map(
    ({ exact }) => sql`(with matches as materialized (
        select f.workspace_id from feedback f where f.search_terms @@ ${anyOf(salt, exact)}::tsquery and ${filter})
      select count(*)::int from (select from matches where workspace_id = ${workspaceId} limit ${sql.lit(knownFrom)}) m)`,
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
  return rows[0]!.counts
}

/** Finds a text as it is, for texts without words. */
async function findText({ db, workspaceId }: Scope, text: string, filter: RawBuilder<unknown>): Promise<Matches> {
  const ids = idsFromIndex(workspaceId, text, filter)
  const { rows } = await sql<Match>`
    select id, (${popularity})::float8 as score from feedback f where f.workspace_id = ${workspaceId}
      and f.id = any(array(select id from (${ids}) i limit ${sql.lit(maxMatches + 1)}))
    order by score desc, id desc`.execute(db)
  const isCapped = rows.length > maxMatches
  const condition = sql<boolean>`f.id = any(${rows.map(({ id }) => id)}::uuid[])`
  return { found: rows.slice(0, maxMatches), isCapped, condition }
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
