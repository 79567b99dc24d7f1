import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { QueryWord } from './query-words.ts'

// The number of titles that provide the vocabulary. Even in a large workspace, they contain the words that people look
// for.
const mostVoted = 400
const newest = 200
// Misspelled words share few trigrams: "calnder" shares a fifth of those of "calendar".
const minSimilarity = 0.2
const maxCandidates = 200
const minLetters = 4
// Longer words are names of files, or texts in a script without spaces.
const maxLetters = 30

/**
 * Finds the words in the titles of requests that a misspelled word may mean, by word. Trigrams (`pg_trgm`) select
 * candidates, and the number of edits decides. Also splits a word that is two words in titles: "darkmode".
 * @param filter a condition on `feedback f`: words of hidden requests must not influence a public page.
 */
export async function findSpellings(
  { db, workspaceId }: Scope,
  words: Pick<QueryWord, 'text' | 'exact'>[],
  filter: RawBuilder<unknown>,
): Promise<Map<string, string[][]>> {
  const unknown = words.filter(({ text }) => text.length >= minLetters && text.length <= maxLetters)
  if (unknown.length === 0) return new Map()
  const texts = unknown.map(({ text }) => text)
  const parts = texts.flatMap((text) => splitsOf(text)).flat()
  const { rows } = await sql<VocabularyWord>`
    with titles as materialized (
      (select f.title from feedback f where f.workspace_id = ${workspaceId} and ${filter}
        order by f.votes desc, f.id desc limit ${sql.lit(mostVoted)})
      union all
      (select f.title from feedback f where f.workspace_id = ${workspaceId} and ${filter}
        order by f.created_at desc, f.id desc limit ${sql.lit(newest)})),
    spelled as materialized (
      select distinct word from titles, string_to_table(translate(lower(title), ${punctuation}, ${spaces}), ' ') word
      where length(word) between ${sql.lit(minPart)} and ${sql.lit(maxLetters)}),
    vocabulary as materialized (select distinct case when octet_length(word) = length(word) then word else search_fold(word) end as word from spelled),
    of_like_length as materialized (
      select v.word, text from vocabulary v, unnest(${texts}::text[]) text where abs(length(v.word) - length(text)) <= 2)
    select word, search_stem(word) as stem from (
      (select word from of_like_length where similarity(word, text) >= ${sql.lit(minSimilarity)}
        order by similarity(word, text) desc limit ${sql.lit(maxCandidates)})
      union
      select v.word from vocabulary v where v.word = any(${parts}::text[])) found
    where search_stem(word) is not null`.execute(db)
  return new Map(unknown.map((word) => [word.text, spellingsOf(word, rows)]))
}

interface VocabularyWord {
  word: string
  stem: string
}

const punctuation = `.,:;!?"'()[]{}/\\|-–—„“”«»`
const spaces = ' '.repeat(punctuation.length)

function spellingsOf({ text, exact }: Pick<QueryWord, 'text' | 'exact'>, vocabulary: VocabularyWord[]): string[][] {
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
  return countEdits(typed, word) <= (typed.length >= twoEditsFrom ? 2 : 1)
}

/** Counts inserted, deleted, replaced and swapped characters (optimal string alignment). */
function countEdits(one: string, other: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1
      let edits = Math.min(last![column]! + 1, current[column - 1]! + 1, last![column - 1]! + cost)
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        edits = Math.min(edits, beforeLast![column - 2]! + 1)
      }
      current.push(edits)
    }
    ;[beforeLast, last] = [last!, current]
  }
  return last![other.length]!
}
