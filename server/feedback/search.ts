import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import type { FeedbackRow } from './present.ts'
import { type PageFilter, pageAmong } from './queries.ts'
import { junctionsOf, pairsOf } from './search-keys.ts'

/** Common texts are found among the newest requests without the index; this many are looked at. */
const newestLookedAt = 4_000

/**
 * The word that the trigram index is asked for: the longest, as the one that the fewest requests hold. The index knows
 * texts by runs of three letters or digits; one without any would have to be read whole.
 */
function longestWord(text: string): string | null {
  const words = text.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '')
  return longest === '' ? null : [...longest].slice(0, wordLettersAtMost).join('')
}

// Beyond these, letters make no word rarer, and junctions no phrase.
const wordLettersAtMost = 24
const junctionsAtMost = 12

/**
 * A page of the requests whose title or description holds the text, newest first.
 *
 * A text that many requests hold fills the page from the newest few; the index would fetch every holder just to sort
 * them. A rare one has few holders, which the index finds at once: by the trigrams of its longest word and by how its
 * words meet, or by its pairs of letters where it has neither. So the newest are tried first.
 */
export async function searchFeedback(scope: Scope, text: string, filter: PageFilter): Promise<FeedbackRow[]> {
  const search = searchFor(scope, text, filter)
  const newest = await pageAmong(scope, search.newest, filter.limit)
  if (newest.length > filter.limit) return newest
  return pageAmong(scope, search.indexed, filter.limit)
}

/** `%`, `_` and `\` mean themselves. */
const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

type Ids = RawBuilder<string>

/** The two ways to the same ids. Each is fenced, so that the planner stays on it. */
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
  return { newest, indexed: found(sql`${indexed(text)} and ${matchesIn(unindexed)}`) }
}

/** What every request that holds the text fulfils, as the index knows it. */
function indexed(text: string): RawBuilder<boolean> {
  const word = longestWord(text)
  const junctions = junctionsOf(text).slice(0, junctionsAtMost)
  const holdsWord = sql<boolean>`search_text like lower(${patternOf(word ?? '')})`
  if (word !== null && junctions.length === 0) return holdsWord
  const holdsKeys = sql<boolean>`search_keys @> ${word === null ? pairsOf(text) : junctions}::integer[]`
  return word === null ? holdsKeys : sql<boolean>`${holdsKeys} and ${holdsWord}`
}
