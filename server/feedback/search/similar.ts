import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { Stage } from '../schema.ts'
import { fillerWords, synonymsOf } from './concepts.ts'
import { countMatches } from './find-matches.ts'
import { type Alternative, parseQuery, type QueryWord } from './query-words.ts'
import { findSpellings } from './spelling.ts'
import { anyOf, saltOf } from './terms.ts'

export interface SimilarRequest {
  id: string
  title: string
  stage: Stage
  votes: number
  createdAt: string
}

interface Draft {
  title: string
  description?: string | undefined
  /** The id of the request itself, if it is already stored. */
  excludeId?: string | undefined
}

/** A word of the draft. */
interface DraftWord {
  exact: Alternative[]
  /** Includes words that mean the same. */
  all: Alternative[]
}

interface Candidate extends SimilarRequest {
  titleTerms: string[]
  /** For each word, whether the request has it, and whether it has that or a synonym. */
  exact: boolean[]
  any: boolean[]
  /** For each word, the number of requests that have it, up to `maxPerWord`. */
  counts: number[]
}

// Bounds the cost. A word in more requests tells them apart only together with another one.
const maxPerWord = 100
const maxPerPair = 200
const maxWords = 8

/**
 * Lists requests that ask for the same as a draft, most similar first; empty if none does. They are compared by words
 * and by words that mean the same: a rare word counts more than a common one, and one in the title more than one in the
 * description.
 */
export const listSimilarRequests = (scope: Scope, draft: Draft, limit = 5): Promise<SimilarRequest[]> =>
  listSimilarWhere(scope, draft, { filter: sql`f.status <> 'spam'`, limit })

/**
 * Like `listSimilarRequests`, among the requests that pass the filter. The filter applies before the comparison, so
 * excluded requests never take the place of others.
 * @param filter a condition on `feedback f`.
 */
export async function listSimilarWhere(
  scope: Scope,
  draft: Draft,
  { filter, limit }: { filter: RawBuilder<unknown>; limit: number },
): Promise<SimilarRequest[]> {
  const words = await wordsOf(scope, draft, filter)
  if (words.length === 0) return []
  const candidates = await loadCandidates(scope, words, filter, draft.excludeId ?? null)
  const salt = saltOf(scope.workspaceId)
  return candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate, words, salt) }))
    .filter(({ score }) => score >= minScore)
    .sort(
      (a, b) =>
        b.score - a.score || b.candidate.votes - a.candidate.votes || (a.candidate.id < b.candidate.id ? 1 : -1),
    )
    .slice(0, limit)
    .map(({ candidate: { id, title, stage, votes, createdAt } }) => ({ id, title, stage, votes, createdAt }))
}

async function wordsOf(
  scope: Scope,
  { title, description = '' }: Draft,
  filter: RawBuilder<unknown>,
): Promise<DraftWord[]> {
  const fromTitle = await meaningfulWords(scope, title)
  const words = fromTitle.length > 0 ? fromTitle : await meaningfulWords(scope, description.slice(0, 500))
  if (words.length === 0) return []
  const counts = await countMatches(scope, words, filter)
  const unknown = words.filter((_, index) => counts[index] === 0)
  const spellings = await findSpellings(scope, unknown, filter)
  const own = new Set(words.flatMap(({ exact }) => exact.flatMap(({ terms }) => terms)))
  return words.map(({ text, exact, joined }) => {
    const typed = exact.map(({ terms }) => closed(terms))
    const synonyms = typed.flatMap(({ terms }) => synonymsOf(terms.join(' ')))
    const others = synonyms.filter((terms) => !terms.every((each) => own.has(each)))
    return { exact: typed, all: [...typed, ...joined, ...[...others, ...(spellings.get(text) ?? [])].map(closed)] }
  })
}

/** Parses a text without the words that say nothing. In a script without spaces, each pair is a word of its own. */
async function meaningfulWords(scope: Scope, text: string): Promise<QueryWord[]> {
  const words = (await parseQuery(scope, text)).filter(isMeaningful).flatMap((word) => {
    const { terms } = word.exact[0]!
    const pairs = terms.filter((each) => isPair.test(each))
    if (pairs.length === 0) return [word]
    // Japanese endings and particles are in hiragana.
    const telling = pairs.filter((pair) => !/\p{Script=Hiragana}/u.test(pair))
    return (telling.length > 0 ? telling : pairs).map((pair) => ({ text: pair, exact: [closed([pair])], joined: [] }))
  })
  return words.slice(0, maxWords)
}

const isPair = /^[\p{Lo}ー々]{2}$/u

const isMeaningful = ({ text }: QueryWord): boolean => !fillerWords.has(text)

const closed = (terms: string[]): Alternative => ({ terms, beginning: null })

/** Loads the requests that have two of the words, or one rare word. */
async function loadCandidates(
  { db, workspaceId }: Scope,
  words: DraftWord[],
  filter: RawBuilder<unknown>,
  excludeId: string | null,
): Promise<Candidate[]> {
  const salt = saltOf(workspaceId)
  const queries = words.map(({ all }) => anyOf(salt, all))
  const pairs = queries.flatMap((one, index) => queries.slice(index + 1).map((other) => `(${one} & ${other})`))
  // Planned for all matches, a materialized expression uses the index; it still stops fetching rows at the limit.
  const idsOf = (query: string, limit: number) => sql`with matches as materialized (
      select f.workspace_id, f.id from feedback f where f.search_terms @@ ${query}::tsquery and ${filter})
    select id from matches where workspace_id = ${workspaceId} limit ${sql.lit(limit)}`
  const has = (query: string) => sql`f.search_terms @@ ${query}::tsquery`
  const { rows } = await sql<Candidate>`
    with matches as materialized (
      ${sql.join(
        queries.map((query, index) => sql`(select id, ${sql.lit(index)} as word from (${idsOf(query, maxPerWord)}) i)`),
        sql` union all `,
      )}),
    pairs as materialized (${pairs.length === 0 ? sql`select null::uuid as id where false` : idsOf(pairs.join(' | '), maxPerPair)}),
    counts as (select array_agg((select count(*) from matches m where m.word = n)::int order by n) as counts
      from generate_series(0, ${sql.lit(words.length - 1)}) n)
    select f.id, f.title, f.stage, f.votes, f.created_at as "createdAt", counts,
      tsvector_to_array(ts_filter(f.search_terms, '{a}')) as "titleTerms",
      array[${sql.join(words.map(({ exact }) => has(anyOf(salt, exact))))}] as exact,
      array[${sql.join(queries.map(has))}] as "any"
    from feedback f, counts
    where f.workspace_id = ${workspaceId} and f.id = any(array(select id from matches union select id from pairs))
      and f.id is distinct from ${excludeId}::uuid`.execute(db)
  return rows
}

// What a word of the draft counts, by where the request has it.
const weights = { title: 1, titleSynonym: 0.85, description: 0.5, descriptionSynonym: 0.35 }
// The share of the score that does not depend on how much of the request's title the draft explains.
const base = 0.6
const minScore = 0.42

/** Scores a request from 0 to 1: how much of the draft it has, less if its own title says much else. */
function scoreOf(candidate: Candidate, words: DraftWord[], salt: string): number {
  const titleTerms = new Set(candidate.titleTerms.map((each) => each.slice(salt.length)))
  const isInTitle = ({ terms }: Alternative) => terms.every((each) => titleTerms.has(each))
  let total = 0
  let matched = 0
  const explained = new Set<string>()
  words.forEach(({ exact, all }, index) => {
    const weight = Math.log(2 + maxPerWord / (1 + candidate.counts[index]!))
    total += weight
    for (const { terms } of all.filter(isInTitle)) for (const each of terms) explained.add(each)
    if (exact.some(isInTitle)) matched += weight * weights.title
    else if (all.some(isInTitle)) matched += weight * weights.titleSynonym
    else if (candidate.exact[index]) matched += weight * weights.description
    else if (candidate.any[index]) matched += weight * weights.descriptionSynonym
  })
  return (matched / total) * (base + (1 - base) * (explained.size / Math.max(1, titleTerms.size)))
}
