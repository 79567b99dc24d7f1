import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { QueryWord } from './query-words.ts'
import { saltOf } from './terms.ts'

// The titles that provide the vocabulary. The words that people look for are among them even in a large workspace.
const mostVoted = 2_000
const newest = 1_000
// Misspelled words share fewer trigrams than one would think: "calnder" shares a fifth of those of "calendar".
const minSimilarity = 0.2
const maxCandidates = 200
const minLetters = 4

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
  const forms = words.flatMap(({ text, exact }) => {
    const stem = exact[0]!.terms.length === 1 ? exact[0]!.terms[0]! : text
    const forms = new Set([text, stem, text.replace(ending, '')])
    return [...forms].filter((form) => form.length >= minLetters).map((form) => ({ text, form }))
  })
  if (forms.length === 0) return new Map()
  const parts = words.flatMap(({ text }) => splitsOf(text))
  const { rows } = await sql<{ word: string }>`
    with titles as materialized (
      (select f.search_terms from feedback f where f.workspace_id = ${workspaceId} and ${filter}
        order by f.votes desc, f.id desc limit ${sql.lit(mostVoted)})
      union all
      (select f.search_terms from feedback f where f.workspace_id = ${workspaceId} and ${filter}
        order by f.created_at desc, f.id desc limit ${sql.lit(newest)})),
    vocabulary as materialized (
      select distinct substr(term, ${sql.lit(saltOf(workspaceId).length + 1)}) as word
      from titles, unnest(tsvector_to_array(ts_filter(search_terms, '{a}'))) term)
    (select v.word from vocabulary v, unnest(${forms.map(({ form }) => form)}::text[]) form
      where abs(length(v.word) - length(form)) <= 2 and similarity(v.word, form) >= ${sql.lit(minSimilarity)}
      order by similarity(v.word, form) desc limit ${sql.lit(maxCandidates)})
    union
    select v.word from vocabulary v where v.word = any(${parts.flat()}::text[])`.execute(db)
  const vocabulary = rows.map(({ word }) => word)
  return new Map(
    words.map(({ text }) => {
      const own = forms.filter((each) => each.text === text).map(({ form }) => form)
      const corrections = vocabulary.filter((word) => own.some((form) => word !== form && isMisspelling(form, word)))
      const splits = splitsOf(text).filter((parts) => parts.every((part) => vocabulary.includes(part)))
      return [text, [...corrections.map((word) => [word]), ...splits]]
    }),
  )
}

// The vocabulary has stems. A misspelled word may keep an ending that the stemmer takes off the correct one.
const ending = /(?:ations?|ions?|ings?|ments?|ers?|ed|es|s)$/

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
