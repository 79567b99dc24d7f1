import { type RawBuilder, sql } from 'kysely'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { withoutIndex } from '../../platform/db/without-index.ts'
import { createCursors, type Page, paginate, paginationOf } from '../../platform/http/api/pagination.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Tag } from '../../tags/schema.ts'
import { selectOwner, selectTags } from '../organize/select.ts'
import type { FeedbackStatus, Stage } from '../schema.ts'
import { findForTeam } from '../search/find-for-team.ts'
import { type Match, type Matches, matchesAfter } from '../search/find-matches.ts'
import { orderBy, pageInOrder } from '../search/first-in-order.ts'
import { checkedForReplies } from '../unanswered.ts'
import { checksReplies, isListed, type RequestFilter, rangeConditions, selectCandidates } from './filter.ts'
import { type ConsoleSort, type consoleSorts, listOrders } from './sort.ts'

export interface ConsoleFeedbackQuery extends RequestFilter {
  search?: string | undefined
  /** Default: the best matches of a search first, and the newest requests without one. */
  sort?: (typeof consoleSorts)[number] | undefined
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
  /** The team member in charge. */
  owner: { id: string; name: string } | null
  /** The team's tags, by name. */
  tags: Tag[]
  trend: number
  /** How well it matches a search that is sorted by relevance; null otherwise. */
  score: number | null
}

export interface ConsoleFeedbackPage extends Page<ConsoleFeedbackSummary> {
  /** The number of matches of a search; null without a search. `isCapped` if there are more. */
  found: { count: number; isCapped: boolean } | null
}

interface Row extends Omit<ConsoleFeedbackSummary, 'board' | 'score'> {
  boardId: string
  boardSlug: string
  boardName: string
  score?: number
}

/** Finds the matches of a search with the filters of the list; null without a search. */
export const findConsoleMatches = async (scope: Scope, query: ConsoleFeedbackQuery): Promise<Matches | null> =>
  query.search === undefined ? null : findForTeam(scope, query.search, withoutIndex(isListed(query)))

/**
 * Lists a page of requests for the team.
 * @param knownMatches the result of `findConsoleMatches` for this query, to avoid a second search.
 * @throws 400 for a cursor of another list.
 */
export async function listConsoleFeedback(
  scope: Scope,
  query: ConsoleFeedbackQuery,
  signer: Signer,
  knownMatches?: Promise<Matches | null>,
): Promise<ConsoleFeedbackPage> {
  const { limit = 25, sort: chosenSort, cursor, search, ...filter } = query
  const sort: ConsoleSort = chosenSort ?? (search === undefined ? 'newest' : 'relevance')
  // The time is not part of the context: it changes from page to page.
  const [created, voted] = [filter.created, filter.voted].map((days) => days && { ...days, now: undefined })
  const cursors = createCursors(signer, 'console feedback', scope.workspaceId, {
    ...filter,
    created,
    voted,
    search,
    sort,
  })
  const selection = { limit, filter, position: cursors.decode(cursor) }
  const matches = await (knownMatches ?? findConsoleMatches(scope, query))
  const found = matches && { count: matches.found.length, isCapped: matches.isCapped }
  if (sort === 'relevance') {
    const page = matchesAfter(matches?.found ?? [], selection.position).slice(0, limit + 1)
    const rows = await loadMatches(scope, selection, page.slice(0, limit))
    const pagination = paginationOf(page, limit, cursors, ({ score, id }) => [score, id])
    return { data: rows.map(present), pagination, found }
  }
  const rows = await loadSorted(scope, { ...selection, sort }, matches)
  return { ...paginate(rows, limit, cursors, (row) => [listOrders[sort].of(row), row.id], present), found }
}

interface Selection {
  limit: number
  filter: RequestFilter
  position: (string | number)[] | undefined
}

/** Loads the rows of matches in their order, without those that are no longer listed. */
async function loadMatches(scope: Scope, selection: Selection, page: Match[]): Promise<Row[]> {
  if (page.length === 0) return []
  const requests = sql`(select f.* from feedback f where f.workspace_id = ${scope.workspaceId}
    and ${withoutIndex(isListed(selection.filter))} and f.id = any(${page.map(({ id }) => id)}::uuid[]))`
  const loaded = await loadRows(scope, 'newest', requests)
  const rows = new Map(loaded.map((row) => [row.id, row]))
  return page.flatMap(({ id, score }) => {
    const row = rows.get(id)
    return row ? [{ ...row, score }] : []
  })
}

async function loadSorted(scope: Scope, selection: SortedSelection, matches: Matches | null): Promise<Row[]> {
  const { sort, limit, filter, position } = selection
  const { ranges, type, ...order } = listOrders[sort]
  const after = sql`(${order.column}, f.id) ${order.isAscending ? sql`>` : sql`<`}`
  const range = [
    ...rangeConditions(pick(filter, ranges)),
    ...(position ? [sql`${after} (${position[0]}::${type}, ${position[1]}::uuid)`] : []),
  ].map((condition) => sql`and ${condition}`)
  const page = pageInOrder(scope, {
    ...order,
    range: sql.join(range, sql` `),
    filter: isListed(filter),
    matches: matches?.requests,
    candidates: selectCandidates(scope.workspaceId, filter),
    within: checksReplies(filter) ? checkedForReplies(scope) : undefined,
    limit: limit + 1,
  })
  return loadRows(scope, sort, page)
}

const pick = (filter: RequestFilter, names: (keyof RequestFilter)[]): RequestFilter =>
  Object.fromEntries(names.map((name) => [name, filter[name]]))

interface SortedSelection extends Selection {
  sort: (typeof consoleSorts)[number]
}

const excerptLetters = 160

/** Looks up the remaining columns of a page's rows by key; a page has at most 100 rows. */
async function loadRows(
  { db, workspaceId }: Scope,
  sort: keyof typeof listOrders,
  requests: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with page as materialized (
      select f.id, f.title, f.description, f.stage, f.status, f.votes, f.comments, f.board_id, f.created_at, f.last_activity_at,
        f.trend, f.workspace_id, f.owner_id,
        row_number() over (order by ${orderBy(listOrders[sort])}) as place
      from ${requests} f)
    select p.id, p.title, left(regexp_replace(regexp_replace(left(p.description, ${sql.lit(2 * excerptLetters)}),
        '!?\\[([^]]*)\\]\\(/files/[^)]*\\)?', '\\1', 'g'), '\\s+', ' ', 'g'),
        ${sql.lit(excerptLetters)}) as excerpt,
      p.stage, p.status, p.votes, p.comments, p.created_at as "createdAt", p.last_activity_at as "lastActivityAt", p.trend,
      b.id as "boardId", b.slug as "boardSlug", b.name as "boardName",
      (select coalesce(u.name, u.email, u.external_id) from feedback_context c
        join customers u on u.workspace_id = c.workspace_id and u.id = c.customer_id
        where c.workspace_id = ${workspaceId} and c.feedback_id = p.id) as submitter,
      (select r.id from roadmap_items r
        where r.workspace_id = ${workspaceId} and r.feedback_id = p.id) as "roadmapItemId",
      exists (select from tracker_links l where l.workspace_id = ${workspaceId} and l.feedback_id = p.id
        and l.state = 'active') as "isInTracker",
      ${selectOwner('p')} as owner, ${selectTags('p')} as tags
    from page p join boards b on b.workspace_id = ${workspaceId} and b.id = p.board_id
    order by p.place`.execute(db)
  return rows
}

const present = ({ boardId, boardSlug, boardName, score, ...row }: Row): ConsoleFeedbackSummary => ({
  ...row,
  board: { id: boardId, slug: boardSlug, name: boardName },
  score: score ?? null,
})
