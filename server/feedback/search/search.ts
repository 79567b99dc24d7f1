import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { FeedbackJsonRow } from '../present.ts'
import { type FeedbackPageFilter, listFeedbackRowsByIds } from '../queries.ts'
import { containsText, idsFromIndex } from './predicate.ts'

// A common text fills a page from this many of the newest requests, without the index.
const newestScanned = 3_000

/**
 * Returns a page of the requests whose title or description contains the text, newest first.
 *
 * Searches the newest requests first: they fill the page if the text is common, whereas the index would fetch and sort
 * all of its matches. If the text is rare, the index then finds its few matches at once.
 */
export async function searchFeedback(
  scope: Scope,
  text: string,
  filter: FeedbackPageFilter,
): Promise<FeedbackJsonRow[]> {
  const search = matchingIds(scope, text, filter)
  const newest = await listFeedbackRowsByIds(scope, search.newest, filter.limit)
  if (newest.length > filter.limit) return newest
  return listFeedbackRowsByIds(scope, search.indexed, filter.limit)
}

/**
 * Builds the two statements that select up to `limit + 1` matching ids, newest first. `newest` is complete only if it
 * returns that many; `indexed` always is. Subqueries keep the planner from choosing another plan for either.
 */
export function matchingIds(
  { workspaceId }: Scope,
  text: string,
  { limit, stage, boardId, after }: FeedbackPageFilter,
): { newest: RawBuilder<string>; indexed: RawBuilder<string> } {
  const filters = sql`true
    ${stage === undefined ? sql`` : sql`and f.stage = ${stage}`}
    ${boardId === undefined ? sql`` : sql`and f.board_id = ${boardId}`}
    ${after === undefined ? sql`` : sql`and (f.created_at, f.id) < (${after.createdAt}, ${after.id})`}`
  const newestFirst = sql`order by created_at desc, id desc limit ${limit + 1}`

  const newest = sql<string>`select id from (
      select f.id, f.created_at, f.title, f.description, f.search_text from feedback f
      where f.workspace_id = ${workspaceId} and ${filters}
      order by f.created_at desc, f.id desc limit ${sql.lit(newestScanned)}) as newest
    where ${containsText('newest', text)} ${newestFirst}`
  const indexed = sql<string>`${idsFromIndex(workspaceId, text, filters)} ${newestFirst}`
  return { newest, indexed }
}
