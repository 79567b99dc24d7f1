import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { FeedbackJsonRow } from '../present.ts'
import { type FeedbackPageFilter, feedbackJsonRowsByIds, listFeedbackRowsByIds } from '../queries.ts'
import { containsText, idsFromIndex } from './predicate.ts'

/** How many of the newest requests a search reads before it uses the index. */
export interface ScanSizes {
  /** Requests read first. They fill the page of a common text; otherwise, their matches predict whether reading more would. */
  first: number
  /** Requests read in total, if more of them are likely to fill the page. */
  newest: number
}

const scanSizes: ScanSizes = { first: 500, newest: 3_000 }

/** The time and id of a request. */
interface RequestPosition {
  createdAt: string
  id: string
}

/** A page of a search; or a part of it, if it begins at the first request that an earlier part did not read. */
interface SearchPage extends FeedbackPageFilter {
  from?: RequestPosition | undefined
}

/**
 * Returns a page of the requests whose title or description contains the text, newest first, and one row more if another
 * page exists.
 *
 * Searches the newest requests first: they fill the page if the text is common, whereas the index would fetch and sort
 * all of its matches. If the text is rare, the index then finds its few matches among the other requests at once. Each part
 * begins where the one before has ended, so no text outside of the index is read twice, and requests that are added or
 * deleted meanwhile hide no others. Each part sees the data at its own time: a request that matches throughout is returned
 * exactly once, and one that changes meanwhile may or may not be.
 */
export async function searchFeedback(
  scope: Scope,
  text: string,
  filter: FeedbackPageFilter,
  { first, newest }: ScanSizes = scanSizes,
): Promise<FeedbackJsonRow[]> {
  const near = await scanInOrder(scope, text, filter, first)
  if (near.next === null) return near.rows
  const missing = filter.limit - near.rows.length
  if (near.rows.length * newest <= filter.limit * first) {
    return [...near.rows, ...(await searchIndex(scope, text, { ...filter, limit: missing, from: near.next }))]
  }
  const following = { ...filter, after: undefined, limit: missing, from: near.next }
  const far = await scanInOrder(scope, text, following, newest - first)
  const rows = [...near.rows, ...far.rows]
  if (far.next === null) return rows
  const rest = { ...filter, limit: missing - far.rows.length, from: far.next }
  return [...rows, ...(await searchIndex(scope, text, rest))]
}

const filters = ({ stage, boardId, after }: SearchPage): RawBuilder<unknown> =>
  sql`true
    ${stage === undefined ? sql`` : sql`and f.stage = ${stage}`}
    ${boardId === undefined ? sql`` : sql`and f.board_id = ${boardId}`}
    ${after === undefined ? sql`` : sql`and (f.created_at, f.id) < (${after.createdAt}, ${after.id})`}`

const start = ({ from }: SearchPage): RawBuilder<unknown> =>
  from === undefined ? sql`true` : sql`(f.created_at, f.id) <= (${from.createdAt}, ${from.id})`

const newestFirst = sql`order by created_at desc, id desc`

interface ScanResult {
  rows: FeedbackJsonRow[]
  /** The first request that was not read; null if the rows fill the page, or if there are no more requests. */
  next: RequestPosition | null
}

type ScanRow = { [K in keyof FeedbackJsonRow]: FeedbackJsonRow[K] | null } & {
  next_created_at: string | null
  next_id: string | null
}

/**
 * Reads requests in the order of the page. Subqueries keep the planner from choosing another order. The next request is
 * looked up only if the rows do not fill the page.
 */
async function scanInOrder(scope: Scope, text: string, page: SearchPage, requests: number): Promise<ScanResult> {
  const inOrder = (columns: RawBuilder<unknown>, range: RawBuilder<unknown>) => sql`(
      select ${columns} from feedback f where f.workspace_id = ${scope.workspaceId} and ${filters(page)} and ${start(page)}
      ${newestFirst} ${range})`
  const read = inOrder(sql`f.id, f.created_at, f.title, f.description`, sql`limit ${sql.lit(requests)}`)
  const following = inOrder(sql`f.id, f.created_at`, sql`offset ${sql.lit(requests)} limit 1`)
  const { rows } = await sql<ScanRow>`
    with matching as materialized (
      select id from ${read} f where ${containsText('f', text)} ${newestFirst} limit ${page.limit + 1})
    select n.created_at as next_created_at, n.id as next_id, m.*
    from (select 1) one
    left join (select * from ${following} f where (select count(*) from matching) <= ${page.limit}) n on true
    left join (${feedbackJsonRowsByIds(scope, sql`select id from matching`)}) m on true
    order by m.created_at desc, m.id desc`.execute(scope.db)
  const [{ next_created_at, next_id }] = rows as [ScanRow]
  return {
    rows: rows.filter(({ id }) => id !== null) as FeedbackJsonRow[],
    next: next_created_at === null ? null : { createdAt: next_created_at, id: next_id! },
  }
}

const searchIndex = (scope: Scope, text: string, page: SearchPage): Promise<FeedbackJsonRow[]> =>
  listFeedbackRowsByIds(
    scope,
    sql`${idsFromIndex(scope.workspaceId, text, filters(page), start(page))} ${newestFirst} limit ${page.limit + 1}`,
    page.limit,
  )
