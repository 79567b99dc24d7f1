import { type RawBuilder, sql } from 'kysely'

// More words make a search slower and rarely better.
const maxWords = 10

/** Whether a text contains every word of another, in any order and ignoring case and accents. For few rows. */
export const containsWords = (source: RawBuilder<unknown>, text: string): RawBuilder<boolean> => {
  const words = text
    .trim()
    .split(/\s+/)
    .slice(0, maxWords)
    .map((word) => sql`strpos(search_fold(${source}), search_fold(${word})) > 0`)
  return sql<boolean>`(${sql.join(words, sql` and `)})`
}
