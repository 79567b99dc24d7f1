import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { firstInOrder, hasMoreThanFirst } from './first-in-order.ts'
import { containsText, idsFromIndex } from './predicate.ts'
import { parseQuery } from './query-words.ts'
import { countInTitles, type KnownWords, respell, type SearchedWord } from './respell.ts'
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
  /** The words of the text; undefined if other spellings were not looked up. */
  words?: KnownWords
}

/** The maximum number of index matches that are ranked and counted. No one pages further, and each costs a row. */
export const maxMatches = 300

// With this many matches, a page is full without longer words, which cost more to look up.
const enoughComplete = 25
// Fewer matches than this may mean a misspelled word, so other spellings follow them.
const enoughMatches = 5
// More than any score, so that these matches come last.
const otherSpellingPenalty = 10_000

/**
 * Finds the requests that contain every word of a text, in any order and form. If they are few, requests with other
 * spellings of its words follow. A text without words, such as "%" or "to be", is looked up as it is.
 * @param filter a condition on `feedback f`, which must name the workspace's boards or nothing of other workspaces.
 */
export async function findMatches(scope: Scope, text: string, filter: RawBuilder<unknown>): Promise<Matches> {
  const words = await parseQuery(scope, text)
  if (words.length === 0) return findText(scope, text, filter)
  const asTyped = words.map(({ exact }) => ({ exact, all: exact }))
  const mostVoted = await rankMostVoted(scope, asTyped, filter)
  // Few matches there may mean a misspelled word, so its words are counted meanwhile.
  const [found, counts] = await Promise.all([
    search(scope, asTyped, filter, mostVoted),
    mostVoted.matches.length < enoughMatches ? countInTitles(scope, words, filter) : null,
  ])
  if (counts === null || found.found.length >= enoughMatches) return found
  const { searched, known } = await respell(scope, words, counts)
  const ids = new Set(found.found.map(({ id }) => id))
  const { isCapped, requests, ...similar } = await searchIndex(scope, searched, filter, [])
  const others = similar.found.filter(({ id }) => !ids.has(id))
  const below = others.map(({ id, score }) => ({ id, score: score - otherSpellingPenalty }))
  const all = [...found.found, ...below]
  return { ...(isCapped ? { found: all, isCapped, requests } : complete(all)), words: known }
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

interface MostVoted {
  matches: Match[]
  /** Whether these are all requests. */
  isComplete: boolean
}

/**
 * Searches the index, unless the most voted requests suffice: most workspaces have no others, and in larger ones they include
 * enough matches of a common text, which has too many matches in the index to rank.
 */
async function search(
  scope: Scope,
  words: SearchedWord[],
  filter: RawBuilder<unknown>,
  { isComplete, matches }: MostVoted,
): Promise<Matches> {
  if (isComplete) return complete(matches)
  if (matches.length >= commonFrom) return capped(scope, matches, contains(scope, words))
  return searchIndex(scope, words, filter, matches)
}

/**
 * Searches the index for requests with the words as typed and, if they are few, for requests with longer words, which
 * costs more. If few of the most voted requests match, the text is probably rare, and looking up longer words
 * costs little. Then one lookup finds both, unless it finds more than `maxMatches`.
 */
async function searchIndex(
  scope: Scope,
  words: SearchedWord[],
  filter: RawBuilder<unknown>,
  matches: Match[],
): Promise<Matches> {
  const condition = contains(scope, words)
  const whole = words.map(({ exact, all }) => ({ exact, all: all.map(({ terms }) => ({ terms, beginning: null })) }))
  const hasWhole = contains(scope, whole)
  const hasBeginning = words.some(({ all }) => all.some(({ beginning }) => beginning !== null))
  const rankWhole = () => rankIndexed(scope, words, hasWhole.lookup, filter)
  const rankAll = async () => (hasBeginning ? rankIndexed(scope, words, condition.lookup, filter, hasWhole.check) : [])
  const both = hasBeginning && matches.length < enoughMatches ? await rankAll() : null
  const isRare = both !== null && both.length <= maxMatches
  const asTyped = isRare ? both.filter(({ isWhole }) => isWhole) : await rankWhole()
  const more = asTyped.length >= enoughComplete ? [] : (both ?? (await rankAll()))
  const unique = new Map([...matches, ...asTyped, ...more].map(({ id, score }) => [id, { id, score }]))
  const found = [...unique.values()].sort(byScore).slice(0, maxMatches)
  return unique.size > maxMatches ? capped(scope, found, condition) : complete(found)
}

const contains = ({ workspaceId }: Scope, words: SearchedWord[]): TermsCondition =>
  matchTerms(workspaceId, (salt) => words.map(({ all }) => anyOf(salt, all)).join(' & '))

/** Ranks the matches among the requests with the most votes. */
async function rankMostVoted(scope: Scope, words: SearchedWord[], filter: RawBuilder<unknown>): Promise<MostVoted> {
  const rows = await rank(
    scope,
    words,
    sql`with scanned as materialized (
      select ${rankedColumns} from ${firstInOrder(scope, sql`f.votes`)} f where ${filter} limit ${sql.lit(maxMostVoted)}),
    matches as materialized (select * from scanned where ${contains(scope, words).check})
    select *, true as "isWhole", (select count(*) from scanned) < ${sql.lit(maxMostVoted)}
      and not ${hasMoreThanFirst(scope)} as "isComplete" from matches`,
  )
  const isComplete = rows[0]?.isComplete ?? false
  return { isComplete, matches: rows.map(({ id, score }): Match => ({ id, score })) }
}

/**
 * Planned for all matches, the materialized expression uses the index; it still stops fetching rows at the limit.
 * @param isWhole tells which matches have the words as typed. Default: all.
 */
function rankIndexed(
  scope: Scope,
  words: SearchedWord[],
  condition: RawBuilder<boolean>,
  filter: RawBuilder<unknown>,
  isWhole = sql<boolean>`true`,
): Promise<RankedMatch[]> {
  return rank(
    scope,
    words,
    sql`with matches as materialized (
      select f.workspace_id, ${rankedColumns} from feedback f where ${condition} and ${filter})
    select *, null::boolean as "isComplete", ${isWhole} as "isWhole" from matches
    where workspace_id = ${scope.workspaceId} limit ${sql.lit(maxMatches + 1)}`,
  )
}

const rankedColumns = sql`f.id, f.search_terms, f.votes, f.created_at`

const maxMostVoted = 600
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

interface RankedMatch extends Match {
  isComplete: boolean | null
  /** Whether it has the words as typed, and not only longer ones. */
  isWhole: boolean
}

/** Ranks matches: those in the title first, then by votes and age. */
async function rank({ db }: Scope, words: SearchedWord[], matches: RawBuilder<unknown>): Promise<RankedMatch[]> {
  const has = (query: string) => sql`search_terms @@ ${query}::tsquery`
  const shares = words.map(
    ({ exact, all }) => sql`case
      when ${has(anyOf('', exact, { inTitle: true, isComplete: true }))} then ${sql.lit(weights.title)}
      when ${has(anyOf('', all, { inTitle: true }))} then ${sql.lit(weights.titleOther)}
      when ${has(anyOf('', exact, { isComplete: true }))} then ${sql.lit(weights.description)}
      else ${sql.lit(weights.descriptionOther)} end`,
  )
  const { rows } = await sql<RankedMatch>`
    select id, "isComplete", "isWhole", (${sql.lit(relevanceWeight)} * (${sql.join(shares, sql` + `)}) / ${sql.lit(words.length)} + ${popularity})::float8 as score
    from (${matches}) m order by score desc, id desc`.execute(db)
  return rows
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
