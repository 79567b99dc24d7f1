import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { FeedbackRow } from '../present.ts'
import { type FeedbackPageFilter, listFeedbackRowsByIds } from '../queries.ts'
import { queryKeys } from './search-keys.ts'

/** Common texts are found among the newest requests without the index; this many are looked at. */
const newestScanned = 3_000

/**
 * A page of the requests whose title or description holds the text, newest first.
 *
 * A text that many requests hold fills the page from the newest few; the index would fetch every holder just to sort
 * them. A rare one has few holders, which the index finds at once by the keys of the text. So the newest are tried
 * first.
 */
export async function searchFeedback(scope: Scope, text: string, filter: FeedbackPageFilter): Promise<FeedbackRow[]> {
  const search = matchingIds(scope, text, filter)
  const newest = await listFeedbackRowsByIds(scope, search.newest, filter.limit)
  if (newest.length > filter.limit) return newest
  return listFeedbackRowsByIds(scope, search.indexed, filter.limit)
}

/** `%`, `_` and `\` mean themselves. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

type Ids = RawBuilder<string>

/**
 * The two ways to the same ids, of one more than `limit` requests. Each is fenced, so that the planner stays on it. The
 * first finds them all only if it finds so many.
 */
export function matchingIds(
  { workspaceId }: Scope,
  text: string,
  { limit, stage, boardId, after }: FeedbackPageFilter,
) {
  const pattern = likePattern(text)
  const filters = sql`true
    ${stage === undefined ? sql`` : sql`and stage = ${stage}`}
    ${boardId === undefined ? sql`` : sql`and board_id = ${boardId}`}
    ${after === undefined ? sql`` : sql`and (created_at, id) < (${after.createdAt}, ${after.id})`}`
  // The column holds title and description with a line break between them, so only a text that has one itself could
  // match across.
  const matches = text.includes('\n')
    ? sql`search_text like lower(${pattern}) and (lower(title) like lower(${pattern}) or lower(description) like lower(${pattern}))`
    : sql`search_text like lower(${pattern})`
  const newestFirst = sql`order by created_at desc, id desc limit ${limit + 1}`

  const newest: Ids = sql`select id from (
      select id, created_at, title, description, search_text from feedback
      where workspace_id = ${workspaceId} and ${filters}
      order by created_at desc, id desc limit ${sql.lit(newestScanned)}) as newest
    where ${matches} ${newestFirst}`
  // The keys hold the workspace; asked for it as well, the planner might read all of a large one instead.
  const indexed: Ids = sql`with found as materialized (
      select workspace_id, id, created_at from feedback
      where search_keys @> ${queryKeys(workspaceId, text)}::integer[] and ${filters} and ${matches})
    select id from found where workspace_id = ${workspaceId} ${newestFirst}`
  return { newest, indexed }
}
