import { type RawBuilder, sql } from 'kysely'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../../platform/http/api/pagination.ts'
import type { Scope } from '../../platform/scope.ts'
import type { FeedbackStatus, Stage } from '../schema.ts'
import { matchingIds } from '../search/search.ts'

export const consoleSorts = ['newest', 'votes', 'active'] as const
export type ConsoleSort = (typeof consoleSorts)[number]

export interface ConsoleFeedbackQuery {
  stage?: Stage | undefined
  boardId?: string | undefined
  search?: string | undefined
  sort?: ConsoleSort | undefined
  /** 1 to 100. Default: 25. */
  limit?: number | undefined
  cursor?: string | undefined
}

/** A request in the console's list. */
export interface ConsoleFeedbackSummary {
  id: string
  title: string
  /** The start of the description, on one line. */
  excerpt: string
  stage: Stage
  status: FeedbackStatus
  votes: number
  comments: number
  board: { id: string; slug: string; name: string }
  createdAt: string
  lastActivityAt: string
  /** The name, email address or external id of the submitter; null for an anonymous request. */
  submitter: string | null
  roadmapItemId: string | null
  isInTracker: boolean
}

interface Row extends Omit<ConsoleFeedbackSummary, 'board'> {
  boardId: string
  boardSlug: string
  boardName: string
  /** The number of matches of a search. */
  matched: number
}

const orders = {
  newest: { column: sql`f.created_at`, type: sql`timestamptz`, of: (row: Row) => row.createdAt },
  votes: { column: sql`f.votes`, type: sql`integer`, of: (row: Row) => row.votes },
  active: { column: sql`f.last_activity_at`, type: sql`timestamptz`, of: (row: Row) => row.lastActivityAt },
}

/**
 * Lists a page of requests for the team. A search sorted by votes or activity sorts the 500 newest matches, because
 * sorting a hundred thousand matches would mean fetching them all.
 * @throws 400 for a cursor of another list.
 */
export async function listConsoleFeedback(
  scope: Scope,
  query: ConsoleFeedbackQuery,
  signer: Signer,
): Promise<Page<ConsoleFeedbackSummary>> {
  const { limit = 25, sort = 'newest', stage, boardId, search } = query
  const cursors = createCursors(signer, 'console feedback', scope.workspaceId, { stage, boardId, search, sort })
  const position = cursors.decode(query.cursor)
  const rows = await (search === undefined
    ? loadRows(scope, { ...query, limit, sort, position })
    : searchRows(scope, search, { ...query, limit, sort, position }))
  return paginate(rows, limit, cursors, (row) => [orders[sort].of(row), row.id], present)
}

interface Selection extends Omit<ConsoleFeedbackQuery, 'cursor'> {
  limit: number
  sort: ConsoleSort
  position: (string | number)[] | undefined
}

const excerptLetters = 160

/** Selects the page first and then looks up the rest of each row, at most a hundred times by key. */
async function loadRows(scope: Scope, selection: Selection, found?: RawBuilder<string>): Promise<Row[]> {
  const { workspaceId } = scope
  const { limit, sort, stage, boardId, position } = selection
  const { column, type } = orders[sort]
  const { rows } = await sql<Row>`
    with ${found ? sql`found as materialized (${found}),` : sql``} page as materialized (
      select f.id, f.title, f.description, f.stage, f.status, f.votes, f.comments, f.board_id, f.created_at, f.last_activity_at,
        row_number() over (order by ${column} desc, f.id desc) as place
      from feedback f where f.workspace_id = ${workspaceId}
        ${found ? sql`and f.id = any(array(select id from found))` : sql``}
        ${stage === undefined ? sql`` : sql`and f.stage = ${stage}`}
        ${boardId === undefined ? sql`` : sql`and f.board_id = ${boardId}`}
        ${position ? sql`and (${column}, f.id) < (${position[0]}::${type}, ${position[1]}::uuid)` : sql``}
      order by ${column} desc, f.id desc limit ${limit + 1})
    select p.id, p.title, left(regexp_replace(left(p.description, ${sql.lit(2 * excerptLetters)}), '\\s+', ' ', 'g'),
        ${sql.lit(excerptLetters)}) as excerpt,
      p.stage, p.status, p.votes, p.comments, p.created_at as "createdAt", p.last_activity_at as "lastActivityAt",
      b.id as "boardId", b.slug as "boardSlug", b.name as "boardName",
      (select coalesce(u.name, u.email, u.external_id) from feedback_context c
        join customers u on u.workspace_id = c.workspace_id and u.id = c.customer_id
        where c.workspace_id = ${workspaceId} and c.feedback_id = p.id) as submitter,
      (select r.id from roadmap_items r
        where r.workspace_id = ${workspaceId} and r.feedback_id = p.id) as "roadmapItemId",
      exists (select from tracker_links l where l.workspace_id = ${workspaceId} and l.feedback_id = p.id
        and l.state = 'active') as "isInTracker",
      ${found ? sql`(select count(*)::int from found)` : sql`0`} as matched
    from page p join boards b on b.workspace_id = ${workspaceId} and b.id = p.board_id
    order by p.place`.execute(scope.db)
  return rows
}

const maxSortedMatches = 500

/** Searches the newest requests first and the index second, as the API does (search.ts). */
async function searchRows(scope: Scope, search: string, selection: Selection): Promise<Row[]> {
  const { limit, sort, stage, boardId, position } = selection
  const isNewest = sort === 'newest'
  const [createdAt, id] = position ?? []
  const after = isNewest && position ? { createdAt: String(createdAt), id: String(id) } : undefined
  const enough = isNewest ? limit + 1 : maxSortedMatches
  const ids = matchingIds(scope, search, { limit: enough - 1, stage, boardId, after })
  const newest = await loadRows(scope, selection, ids.newest)
  // An empty page has no row to read the count from: it may follow the last page, or the search has no matches.
  if ((newest[0]?.matched ?? 0) >= enough) return newest
  return loadRows(scope, selection, ids.indexed)
}

const present = ({ boardId, boardSlug, boardName, matched: _, ...row }: Row): ConsoleFeedbackSummary => ({
  ...row,
  board: { id: boardId, slug: boardSlug, name: boardName },
})
