import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

/** A word of a search for customers, folded as `search_words` does. */
export interface SearchedCustomerWord {
  text: string
  /** The word without one of its characters, as `search_misspellings` in the database; empty for a short word. */
  misspellings: string[]
}

// More words make a search slower and rarely better.
const maxWords = 8
const minMisspelled = 4
const maxMisspelled = 20

// A text with other punctuation is looked up as it is.
const isOfWords = /^[\p{L}\p{M}\p{N}\s.@'’+,-]*$/u

/** Parses a text into words. Empty for a text that is not made of words, such as "100%" or "user_". */
export async function parseCustomerQuery({ db }: Scope, text: string): Promise<SearchedCustomerWord[]> {
  if (!isOfWords.test(text)) return []
  // Without compounds, because only names are indexed with theirs.
  const separated = text.replaceAll(/[.@+,-]/g, ' ')
  const { rows } = await sql<{ words: string[] }>`select search_words(${separated}) as words`.execute(db)
  return [...new Set(rows[0]!.words)]
    .slice(0, maxWords)
    .map((word) => ({ text: [...word].slice(0, 60).join(''), misspellings: misspellingsOf(word) }))
}

function misspellingsOf(word: string): string[] {
  const characters = [...word]
  if (characters.length < minMisspelled || characters.length > maxMisspelled) return []
  return [...new Set(characters.map((_, index) => characters.toSpliced(index, 1).join('')))]
}
