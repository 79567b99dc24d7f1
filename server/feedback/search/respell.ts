import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { synonymsOf } from './concepts.ts'
import type { Alternative, QueryWord } from './query-words.ts'
import { findSpellings, selectTitles, vocabularyOf } from './spelling.ts'
import { anyOf, matchTerms } from './terms.ts'

/** A word with all alternatives of a search; `exact` are the terms as typed. */
export interface SearchedWord {
  exact: Alternative[]
  all: Alternative[]
}

/** The words of a text, and other spellings of those that few titles have. */
export interface KnownWords {
  words: QueryWord[]
  /** By the text of the word. */
  spellings: Map<string, string[][]>
}

// A word in fewer titles than this may be misspelled itself.
const knownFrom = 3

/** Counts the titles with each word, and loads titles if a word may be misspelled. */
export const countInTitles = (scope: Scope, words: QueryWord[], filter: RawBuilder<unknown>): Promise<WordCounts> =>
  countMatches(scope, words, filter, { inTitle: true, knownFrom, needsTitles: true })

/** Adds other forms of each word, and other spellings and synonyms of an unknown word. */
export async function respell(
  scope: Scope,
  words: QueryWord[],
  { counts, titles }: WordCounts,
): Promise<{ searched: SearchedWord[]; known: KnownWords }> {
  const unknown = new Set(words.filter((_, index) => counts[index]! < knownFrom))
  const spellings = await findSpellings(scope, [...unknown], vocabularyOf(titles))
  const searched = words.map((word) => {
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
  // A word that titles have needs no other spelling.
  const known = new Map(words.map(({ text }) => [text, spellings.get(text) ?? []]))
  return { searched, known: { words, spellings: known } }
}

const minBeginning = 4

/** Languages that have no stemmer here put their endings at the end too. */
const beginWith = (terms: string[]): Alternative[] =>
  terms.length === 1 && terms[0]!.length >= minBeginning ? [{ terms, beginning: terms[0]! }] : []

interface WordCounts {
  counts: number[]
  /** Titles, for other spellings; empty if no word is unknown. */
  titles: string
}

interface CountOptions {
  /** Counts only requests with the word in the title. */
  inTitle: boolean
  /** Counts end at this number, and a word that fewer requests have is unknown. */
  knownFrom: number
  /** Whether to load titles if a word is unknown. */
  needsTitles: boolean
}

/**
 * Counts the requests with each word, and loads titles if a word is unknown. One statement does both; it reads titles only
 * if they are needed.
 * @param filter a condition on `feedback f`
 */
export async function countMatches(
  scope: Scope,
  words: Pick<QueryWord, 'exact'>[],
  filter: RawBuilder<unknown>,
  { inTitle, knownFrom, needsTitles }: CountOptions,
): Promise<WordCounts> {
  const { db, workspaceId } = scope
  const counts = words.map(
    ({ exact }) => sql`(with matches as materialized (
        select f.workspace_id from feedback f where ${matchTerms(workspaceId, (salt) => anyOf(salt, exact, { inTitle, isComplete: true })).lookup} and ${filter})
      select count(*)::int from (select from matches where workspace_id = ${workspaceId} limit ${sql.lit(knownFrom)}) m)`,
  )
  const selectedTitles = needsTitles
    ? sql`case when ${sql.lit(knownFrom)} > any(counts) then ${selectTitles(scope, filter)} end`
    : sql`null::text`
  const { rows } = await sql<{ counts: number[]; titles: string | null }>`
    with counted as materialized (select array[${sql.join(counts)}] as counts)
    select counts, ${selectedTitles} as titles from counted`.execute(db)
  const [row] = rows
  return { counts: row!.counts, titles: row!.titles ?? '' }
}
