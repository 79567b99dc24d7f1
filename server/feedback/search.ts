import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import { pairsOf } from './pairs.ts'
import type { FeedbackRow } from './present.ts'
import { type PageFilter, pageAmong } from './queries.ts'

/** Common words are found among the newest requests without the index; this many are looked at. */
const newestLookedAt = 2_000

/**
 * What the trigram index is asked for. It knows a text by runs of three letters or digits; without one it would have
 * to be read whole. Of a long text it is asked for the longest word alone, as the one that the fewest requests hold: a
 * phrase of common words would have it compare a hundred long lists.
 */
function indexedPart(text: string): string | null {
  const words = text.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '')
  if (longest === '') return null
  return text.length <= phraseAtMost ? text : [...longest].slice(0, wordLettersAtMost).join('')
}

// About three words: their lists together narrow the search more than they cost.
const phraseAtMost = 32

// Beyond these, letters make no word rarer.
const wordLettersAtMost = 24

/**
 * A page of the requests whose title or description holds the text, newest first.
 *
 * A word that many requests hold fills the page from the newest few; the index would fetch every holder just to sort
 * them. A rare word has few holders, which the index finds at once: by its trigrams, or by its pairs of letters where
 * it has none. So the newest are tried first.
 */
export async function searchFeedback(scope: Scope, text: string, filter: PageFilter): Promise<FeedbackRow[]> {
  const search = searchFor(scope, text, filter)
  const newest = await pageAmong(scope, search.newest, filter.limit)
  if (newest.length > filter.limit) return newest
  return pageAmong(scope, search.trigrams ?? search.pairs, filter.limit)
}

/** `%`, `_` and `\` mean themselves. */
const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

type Ids = RawBuilder<string>

/** The three ways to the same ids. Each is fenced, so that the planner stays on it. */
function searchFor(scope: Scope, text: string, { limit, stage, boardId, after }: PageFilter) {
  const pattern = patternOf(text)
  const filters = sql`workspace_id = ${scope.workspaceId}
    ${stage === undefined ? sql`` : sql`and stage = ${stage}`}
    ${boardId === undefined ? sql`` : sql`and board_id = ${boardId}`}
    ${after === undefined ? sql`` : sql`and (created_at, id) < (${after.createdAt}, ${after.id})`}`
  // The column holds title and description with a line break between them, so only a text that has one itself could
  // match across.
  const matchesIn = (column: RawBuilder<unknown>) =>
    text.includes('\n')
      ? sql`${column} like lower(${pattern}) and (lower(title) like lower(${pattern}) or lower(description) like lower(${pattern}))`
      : sql`${column} like lower(${pattern})`
  const newestFirst = sql`order by created_at desc, id desc limit ${limit + 1}`
  // The trigram index has nothing to do with this expression.
  const unindexed = sql`(search_text || '')`
  const found = (condition: RawBuilder<unknown>): Ids => sql`with found as materialized (
      select id, created_at from feedback where ${filters} and ${condition})
    select id from found ${newestFirst}`

  const newest: Ids = sql`select id from (
      select id, created_at, title, description, search_text from feedback where ${filters}
      order by created_at desc, id desc limit ${sql.lit(newestLookedAt)}) as newest
    where ${matchesIn(sql`search_text`)} ${newestFirst}`
  const part = indexedPart(text)
  const trigrams =
    part === null ? null : found(sql`search_text like lower(${patternOf(part)}) and ${matchesIn(unindexed)}`)
  const pairs = found(sql`search_pairs @> ${pairsOf(text)}::integer[] and ${matchesIn(unindexed)}`)
  return { newest, trigrams, pairs }
}
