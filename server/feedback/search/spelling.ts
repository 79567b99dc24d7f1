import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { countEdits, lettersOf, missingLetters } from './edits.ts'
import { firstInOrder } from './first-in-order.ts'
import type { QueryWord } from './query-words.ts'

// The number of titles that provide the vocabulary. Even in a large workspace, they contain the words that people look
// for.
const mostVoted = 400
const newest = 200
// Misspelled words share few trigrams: "calnder" shares a fifth of those of "calendar".
const minSimilarity = 0.2
// Two edits plus an ending of two letters, as in "calanders".
const maxEndingAndEdits = 4
const maxCandidates = 200
const minLetters = 4
// Longer words are names of files, or texts in a script without spaces.
const maxLetters = 30

/**
 * Finds words in the titles of requests that each misspelled word may mean, by trigrams (`pg_trgm`) and by the number
 * of edits. Also splits a word that is two words in titles, such as "darkmode".
 * @param vocabulary the words of titles
 */
export async function findSpellings(
  scope: Scope,
  words: Pick<QueryWord, 'text' | 'exact'>[],
  vocabulary: Set<string>,
): Promise<Map<string, string[][]>> {
  const unknown = words.filter(({ text }) => text.length >= minLetters && text.length <= maxLetters)
  const stems = await loadStems(
    scope,
    unknown.map(({ text }) => ({ text, candidates: candidatesFor(text, vocabulary) })),
  )
  return new Map(words.map((word) => [word.text, spellingsOf(word, stems.get(word.text) ?? [])]))
}

interface VocabularyWord {
  word: string
  stem: string
}

/**
 * Selects the titles of the most voted and the newest requests, as one text.
 * @param filter a condition on `feedback f`: words of hidden requests must not influence a public page.
 */
export const selectTitles = (scope: Scope, filter: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`concat_ws(' ',
      (select string_agg(title, ' ') from (
        select f.title from ${firstInOrder(scope, sql`f.votes`)} f where ${filter} limit ${sql.lit(mostVoted)}) t),
      (select string_agg(title, ' ') from (
        select f.title from ${firstInOrder(scope, sql`f.created_at`)} f where ${filter} limit ${sql.lit(newest)}) t))`

/** Returns the distinct words of titles, folded. Splitting in PostgreSQL would take five times as long. */
export const vocabularyOf = (titles: string): Set<string> =>
  new Set(
    fold(titles)
      .split(separator)
      .filter((word) => word.length >= minPart && word.length <= maxLetters),
  )

/** Normalization takes half a millisecond for the titles, and ASCII has no other forms. */
const fold = (text: string): string =>
  isAscii.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFKC').toLowerCase()

const isAscii = /^[\0-\x7f]*$/

const separator = /[\s.,:;!?"'()[\]{}/\\|\-–—„“”«»]+/

function candidatesFor(text: string, vocabulary: Set<string>): string[] {
  const letters = lettersOf(text)
  const alike: { word: string; edits: number }[] = []
  for (const word of vocabulary) {
    if (Math.abs(word.length - text.length) > maxLengthDifference) continue
    if (missingLetters(letters, lettersOf(word)) > maxEndingAndEdits) continue
    const edits = countEdits(text, word, maxEndingAndEdits)
    if (edits <= maxEndingAndEdits) alike.push({ word, edits })
  }
  alike.sort((one, other) => one.edits - other.edits).splice(maxCandidates)
  const parts = splitsOf(text).filter((each) => each.every((part) => vocabulary.has(part)))
  return [...alike.map(({ word }) => word), ...parts.flat()]
}

const maxLengthDifference = 2

/** Stems the parts of each text and the candidates that share trigrams with it. */
async function loadStems(
  { db }: Scope,
  texts: { text: string; candidates: string[] }[],
): Promise<Map<string, VocabularyWord[]>> {
  const pairs = texts.flatMap(({ text, candidates }) => candidates.map((word) => ({ text, word })))
  if (pairs.length === 0) return new Map()
  const { rows } = await sql<VocabularyWord & { text: string }>`
    select text, word, stem
    from unnest(${pairs.map(({ text }) => text)}::text[], ${pairs.map(({ word }) => word)}::text[]) c (text, word),
      search_stem(word) stem
    where stem is not null and (similarity(word, text) >= ${sql.lit(minSimilarity)} or strpos(text, word) > 0)`.execute(
    db,
  )
  return Map.groupBy(rows, ({ text }) => text)
}

function spellingsOf({ text, exact }: Pick<QueryWord, 'text' | 'exact'>, vocabulary: VocabularyWord[]): string[][] {
  if (vocabulary.length === 0) return []
  const typedStem = exact[0]!.terms.length === 1 ? exact[0]!.terms[0]! : text
  const corrections = vocabulary
    .filter(({ word, stem }) => word !== text && (isMisspelling(text, word) || isMisspelling(typedStem, stem)))
    .map(({ stem }) => [stem])
  const stems = new Map(vocabulary.map(({ word, stem }) => [word, stem]))
  const splits = splitsOf(text).filter((parts) => parts.every((part) => stems.has(part)))
  return [...corrections, ...splits.map((parts) => parts.map((part) => stems.get(part)!))]
}

const minPart = 3

const splitsOf = (text: string): string[][] =>
  /^[a-z]+$/.test(text)
    ? Array.from({ length: Math.max(0, text.length - 2 * minPart + 1) }, (_, index) => [
        text.slice(0, index + minPart),
        text.slice(index + minPart),
      ])
    : []

// One edit in a word of four letters, two from eight on. Short words must begin alike, or most would be a match.
const sameBeginningBelow = 6
const twoEditsFrom = 8

function isMisspelling(typed: string, word: string): boolean {
  if (typed === word) return false
  if (typed.length < minLetters || word.length < minLetters) return false
  if (typed.length < sameBeginningBelow && typed[0] !== word[0]) return false
  const most = typed.length >= twoEditsFrom ? 2 : 1
  return countEdits(typed, word, most) <= most
}
