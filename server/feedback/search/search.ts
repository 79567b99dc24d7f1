import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { FeedbackJsonRow } from '../present.ts'
import { type FeedbackPageFilter, listFeedbackRowsByIds } from '../queries.ts'
import { containsText, idsFromIndex } from './predicate.ts'

// The newest requests, of which a search reads a few at first. They fill the page of a common text, and the number of
// matches among them shows whether more of them would.
const firstScanned = 500
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
  const { scan, indexed } = matchingIds(scope, text, filter)
  const first = await listFeedbackRowsByIds(scope, scan(firstScanned), filter.limit)
  if (first.length > filter.limit) return first
  if (first.length * newestScanned > filter.limit * firstScanned) {
    const newest = await listFeedbackRowsByIds(scope, scan(newestScanned), filter.limit)
    if (newest.length > filter.limit) return newest
  }
  return listFeedbackRowsByIds(scope, indexed, filter.limit)
}

interface MatchingIds {
  /** Searches this many of the newest requests. The result is complete only if it has `limit + 1` ids. */
  scan: (requests: number) => RawBuilder<string>
  /** Searches all requests. */
  indexed: RawBuilder<string>
}

/**
 * Builds the statements that select up to `limit + 1` matching ids, newest first. Subqueries keep the planner from
 * choosing another plan for either.
 */
export function matchingIds(
  { workspaceId }: Scope,
  text: string,
  { limit, stage, boardId, after }: FeedbackPageFilter,
): MatchingIds {
  const filters = sql`true
    ${stage === undefined ? sql`` : sql`and f.stage = ${stage}`}
    ${boardId === undefined ? sql`` : sql`and f.board_id = ${boardId}`}
    ${after === undefined ? sql`` : sql`and (f.created_at, f.id) < (${after.createdAt}, ${after.id})`}`
  const newestFirst = sql`order by created_at desc, id desc limit ${limit + 1}`

  const scan = (requests: number) => sql<string>`select id from (
      select f.id, f.created_at, f.title, f.description from feedback f
      where f.workspace_id = ${workspaceId} and ${filters}
      order by f.created_at desc, f.id desc limit ${sql.lit(requests)}) as newest
    where ${containsText('newest', text)} ${newestFirst}`
  const indexed = sql<string>`${idsFromIndex(workspaceId, text, filters)} ${newestFirst}`
  return { scan, indexed }
}
