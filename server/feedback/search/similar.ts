import { type RawBuilder, sql } from 'kysely'
import { lookUp } from '../../platform/db/look-up.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Stage } from '../schema.ts'
import { fillerWords, siblingsOf, synonymsOf } from './concepts.ts'
import { type Alternative, parseQuery, type QueryWord } from './query-words.ts'
import { countMatches, type KnownWords } from './respell.ts'
import { findSpellings, vocabularyOf } from './spelling.ts'
import { anyOf, matchTerms } from './terms.ts'

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
  /** The words of the title, if a search of the same requests has looked up their spellings. */
  words?: KnownWords | undefined
  /** The id of the request itself, if it is already stored. */
  excludeId?: string | undefined
}

/** A word of the draft. */
interface DraftWord {
  exact: Alternative[]
  /** Includes words that mean the same. */
  all: Alternative[]
  /** Other things of the same kind, which count less and only beside another word. */
  siblings: Alternative[]
}

interface Candidate extends SimilarRequest {
  /** The weighted share of the draft that the request has. */
  coverage: number
  titleStems: string[]
}

// Bound the cost. A word in more titles tells requests apart only together with another one.
const maxPerWord = 100
const maxPerPair = 200
const maxCompared = 40
const maxWords = 8

/**
 * Lists requests that ask for the same as a draft, most similar first; empty if none does. They are compared by words
 * and by words that mean the same: a rare word counts more than a common one, and one in the title more than one in the
 * description.
 */
export const listSimilarRequests = (scope: Scope, draft: Draft, limit = 5): Promise<SimilarRequest[]> =>
  listSimilarWhere(scope, draft, { filter: sql`f.status <> 'spam'`, limit })

/** A request that another one may be merged into. */
export interface MergeTarget extends SimilarRequest {
  /** Whether it asks for the same thing, and is not only about the same subject. */
  isSimilar: boolean
}

/**
 * Lists requests that a request may be merged into: similar ones first, then others about the same subject. Someone who
 * merges knows that there is a duplicate, so a wrong suggestion costs less than a missing one.
 */
export const listMergeTargets = async (scope: Scope, draft: Draft, limit = 9): Promise<MergeTarget[]> =>
  (await listScored(scope, draft, { filter: sql`f.status <> 'spam'`, limit, minScore: minRelatedScore })).map(
    ({ candidate, score }) => ({ ...present(candidate), isSimilar: score >= minSimilarScore }),
  )

/**
 * Like `listSimilarRequests`, among the requests that pass the filter. The filter applies before the comparison, so
 * excluded requests never take the place of others.
 * @param filter a condition on `feedback f`.
 */
export const listSimilarWhere = async (
  scope: Scope,
  draft: Draft,
  options: { filter: RawBuilder<unknown>; limit: number },
): Promise<SimilarRequest[]> =>
  (await listScored(scope, draft, { ...options, minScore: minSimilarScore })).map(({ candidate }) => present(candidate))

async function listScored(
  scope: Scope,
  draft: Draft,
  { filter, limit, minScore }: { filter: RawBuilder<unknown>; limit: number; minScore: number },
): Promise<{ candidate: Candidate; score: number }[]> {
  const words = await wordsOf(scope, draft)
  if (words.length === 0) return []
  const compared = await addAlternatives(scope, words, filter, draft.words?.spellings ?? new Map())
  const candidates = await loadCandidates(scope, compared, { filter, minScore, excludeId: draft.excludeId ?? null })
  return candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate, compared) }))
    .filter(({ score }) => score >= minScore)
    .sort((one, other) => other.score - one.score || other.candidate.votes - one.candidate.votes)
    .slice(0, limit)
}

const present = ({ id, title, stage, votes, createdAt }: Candidate): SimilarRequest => ({
  ...{ id, title, stage, votes, createdAt },
})

async function wordsOf(scope: Scope, { title, description = '', words }: Draft): Promise<QueryWord[]> {
  const fromTitle = meaningfulWords(words?.words ?? (await parseQuery(scope, title)))
  return fromTitle.length > 0 ? fromTitle : meaningfulWords(await parseQuery(scope, description.slice(0, 500)))
}

/**
 * Adds synonyms, and other spellings for words that no request has.
 * @param known spellings that were looked up before, by the text of the word.
 */
async function addAlternatives(
  scope: Scope,
  words: QueryWord[],
  filter: RawBuilder<unknown>,
  known: Map<string, string[][]>,
): Promise<DraftWord[]> {
  const spellings = await respellUnknown(scope, words, filter, known)
  const own = new Set(words.flatMap(({ exact }) => exact.flatMap(({ terms }) => terms)))
  return words.map(({ text, exact, joined }) => {
    const typed = exact.map(({ terms }) => closed(terms))
    const synonyms = typed.flatMap(({ terms }) => synonymsOf(terms.join(' ')))
    const others = synonyms.filter((terms) => !terms.every((each) => own.has(each)))
    const all = [...typed, ...joined, ...[...others, ...(spellings.get(text) ?? [])].map(closed)]
    const included = new Set(all.map(({ terms }) => terms.join(' ')))
    const siblings = typed.flatMap(({ terms }) => siblingsOf(terms.join(' '))).filter((stem) => !included.has(stem))
    return { exact: typed, all, siblings: siblings.map((stem) => closed([stem])) }
  })
}

/** Returns other spellings of the words that no request has, by the text of the word. */
async function respellUnknown(
  scope: Scope,
  words: QueryWord[],
  filter: RawBuilder<unknown>,
  known: Map<string, string[][]>,
): Promise<Map<string, string[][]>> {
  // A word that any text contains, or that has synonyms, is spelled correctly: "slow" is not "show".
  const unsure = words.filter(({ exact }) => !exact.some(({ terms }) => synonymsOf(terms.join(' ')).length > 0))
  if (unsure.length === 0) return new Map()
  const isKnown = ({ text }: QueryWord) => known.has(text)
  const needsTitles = !unsure.every(isKnown)
  const { counts, titles } = await countMatches(scope, unsure, filter, {
    inTitle: false,
    knownFrom: 1,
    needsTitles,
  })
  const unknown = unsure.filter((_, index) => counts[index] === 0)
  const found = await findSpellings(
    scope,
    unknown.filter((word) => !isKnown(word)),
    vocabularyOf(titles),
  )
  return new Map(unknown.map(({ text }) => [text, known.get(text) ?? found.get(text) ?? []]))
}

/** Leaves out uninformative words. In a script without spaces, each pair is a word of its own. */
function meaningfulWords(parsed: QueryWord[]): QueryWord[] {
  const words = parsed.filter(isMeaningful).flatMap((word) => {
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

// The weight of a word of the draft, by its place in the request.
const weights = { title: 1, titleSynonym: 0.85, titleSibling: 0.5, description: 0.5, descriptionSynonym: 0.35 }
// The share of the score that does not depend on how much of the request's title the draft covers.
const base = 0.6
const minSimilarScore = 0.42
// About a word of the title in common, unless other requests have it too.
const minRelatedScore = 0.2

/**
 * Loads the requests that may be similar enough: they have one word in the title, and another one if it is common.
 * Words in the description alone are never enough.
 */
async function loadCandidates(
  { db, workspaceId }: Scope,
  words: DraftWord[],
  { filter, minScore, excludeId }: { filter: RawBuilder<unknown>; minScore: number; excludeId: string | null },
): Promise<Candidate[]> {
  const inTitle = { inTitle: true }
  const pairsOf = (salt: string) =>
    words.flatMap((one) =>
      words
        .filter((each) => each !== one)
        .map((other) => `(${anyOf(salt, one.all, inTitle)} & ${anyOf(salt, other.all)})`),
    )
  // Planned for all matches, a materialized expression uses the index; it still stops fetching rows at the limit.
  const idsOf = (write: (salt: string) => string, limit: number) => sql`(with matches as materialized (
      select f.workspace_id, f.id from feedback f where ${matchTerms(workspaceId, write).lookup} and ${filter})
    select id from matches where workspace_id = ${workspaceId} limit ${sql.lit(limit)})`
  const inTitles = words.map(
    ({ all }, word) =>
      sql`select id, ${sql.lit(word)} as word from ${idsOf((salt) => anyOf(salt, all, inTitle), maxPerWord)} i`,
  )
  const has = (query: string) => sql`f.search_terms @@ ${query}::tsquery`
  const shares = words.map(
    ({ exact, all, siblings }, word) => sql`(select weight from words where word = ${sql.lit(word)}) * case
      when ${has(anyOf('', exact, inTitle))} then ${sql.lit(weights.title)}
      when ${has(anyOf('', all, inTitle))} then ${sql.lit(weights.titleSynonym)}
      when ${has(anyOf('', exact))} then ${sql.lit(weights.description)}
      ${siblings.length === 0 ? sql`` : sql`when ${has(anyOf('', siblings, inTitle))} then ${sql.lit(weights.titleSibling)}`}
      when ${has(anyOf('', all))} then ${sql.lit(weights.descriptionSynonym)} else 0 end`,
  )
  const candidate = lookUp(sql`select * from feedback where workspace_id = ${workspaceId} and id = c.id`)
  const { rows } = await sql<Candidate>`
    with titles as materialized (${sql.join(inTitles, sql` union all `)}),
    words as materialized (
      select word, ln(2 + ${sql.lit(maxPerWord)}::float8 / (1 + (select count(*) from titles t where t.word = w.word))) as weight
      from generate_series(0, ${sql.lit(words.length - 1)}) w (word)),
    candidates as materialized (
      select id from titles ${words.length < 2 ? sql`` : sql`union select id from ${idsOf((salt) => pairsOf(salt).join(' | '), maxPerPair)} p`}),
    compared as (
      select f.id, f.title, f.stage, f.votes, f.created_at, (${sql.join(shares, sql` + `)})
          / (select sum(weight) from words) as coverage
      from candidates c cross join ${candidate} f where f.id is distinct from ${excludeId}::uuid),
    best as materialized (
      select * from compared where coverage >= ${sql.lit(minScore)} order by coverage desc, votes desc, id desc
      limit ${sql.lit(maxCompared)})
    select id, title, stage, votes, created_at as "createdAt", coverage, search_stems(title) as "titleStems"
    from best order by coverage desc, votes desc, id desc`.execute(db)
  return rows
}

/** Scores a request from 0 to 1: how much of the draft it has, less if its own title says much else. */
function scoreOf({ coverage, titleStems }: Candidate, words: DraftWord[]): number {
  const stems = new Set(titleStems)
  const found = words
    .flatMap(({ all, siblings }) => [...all, ...siblings])
    .filter(({ terms }) => terms.every((each) => stems.has(each)))
  const explained = new Set(found.flatMap(({ terms }) => terms))
  return coverage * (base + (1 - base) * (explained.size / Math.max(1, stems.size)))
}
