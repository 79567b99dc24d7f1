import { type RawBuilder, sql } from 'kysely'
import type { PublicPerson } from '../../customers/public-name.ts'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { withoutIndex } from '../../platform/db/without-index.ts'
import { createCursors, type Page, paginate, paginationOf } from '../../platform/http/api/pagination.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Stage } from '../schema.ts'
import { findMatches, type Match, type Matches, matchesAfter } from '../search/find-matches.ts'
import { pageInOrder } from '../search/first-in-order.ts'
import type { KnownWords } from '../search/respell.ts'
import { selectAuthor, withDisplayAuthor } from './author.ts'
import { withDisplayTitle } from './title.ts'
import { isVisibleOnBoards } from './visibility.ts'

/** Stages that public pages show (specification, Stages). */
export const publicStages = ['in_review', 'planned', 'in_progress', 'completed'] as const
export type PublicStage = (typeof publicStages)[number]

/** Stages of requests that are not done yet. */
export const openStages = ['in_review', 'planned', 'in_progress'] as const satisfies PublicStage[]

/** One stage, all open stages, or all stages. */
export type StageFilter = PublicStage | 'open' | 'all'

export const publicSorts = ['trending', 'votes', 'newest'] as const
export type PublicSort = (typeof publicSorts)[number]

export interface PublicRequestFilter {
  /** Null for the best matches of a search first, and trending requests without one. */
  sort: PublicSort | null
  stage: StageFilter
  /** A public board. */
  boardId: string | null
  /** Empty for no search. */
  search: string
  cursor?: string | undefined
  limit?: number
}

/** A request in a public list. */
export interface PublicRequestSummary {
  id: string
  title: string
  /** The start of the description, in Markdown. */
  beginning: string
  stage: Stage
  votes: number
  comments: number
  board: string
  author: PublicPerson | null
  createdAt: string
  /** Whether the viewer has voted for it. */
  isVoted: boolean
}

interface Row extends PublicRequestSummary {
  sort_key: string | number
}

const keys: Record<PublicSort, RawBuilder<unknown>> = {
  trending: sql`f.trend`,
  votes: sql`f.votes`,
  newest: sql`f.created_at`,
}
const types: Record<PublicSort, RawBuilder<unknown>> = {
  trending: sql`double precision`,
  votes: sql`integer`,
  newest: sql`timestamptz`,
}

const excerptCharacters = 400

export interface PublicRequestPage extends Page<PublicRequestSummary> {
  /** The number of matches of a search; null without a search. `isCapped` if there are more. */
  found: { count: number; isCapped: boolean } | null
  /** The words of a search of all visible requests, if it looked up other spellings, for `listSimilarPublicRequests`. */
  words?: KnownWords | undefined
}

/**
 * Lists a page of visible requests.
 * @param customerId the viewer, whose own votes are marked; null when signed out.
 * @throws 400 for a cursor of another list.
 */
export async function listPublicRequests(
  scope: Scope,
  filter: PublicRequestFilter,
  { customerId, signer }: { customerId: string | null; signer: Signer },
): Promise<PublicRequestPage> {
  const { sort, stage, boardId, search, cursor, limit = 25 } = filter
  const cursors = createCursors(signer, 'portal requests', scope.workspaceId, { sort, stage, boardId, search })
  const after = cursors.decode(cursor)
  const selection = { sort: sort ?? 'trending', stage, boardId, after, limit }
  const present = (rows: Row[]) => paginate(rows, limit, cursors, (row) => [row.sort_key, row.id], withoutKey)
  if (search === '') {
    const rows = await loadRows(scope, selection, customerId, selectVisible(scope, selection, limit + 1))
    return { ...present(rows), found: null }
  }
  const matches = await findMatches(scope, search, withoutIndex(isListed(scope, selection)))
  const found = { count: matches.found.length, isCapped: matches.isCapped }
  const words = stage === 'all' && boardId === null ? matches.words : undefined
  if (sort === null) {
    const page = matchesAfter(matches.found, after).slice(0, limit + 1)
    const rows = await loadMatches(scope, selection, customerId, page.slice(0, limit))
    const pagination = paginationOf(page, limit, cursors, ({ score, id }) => [score, id])
    return { data: rows.map(withoutKey), pagination, found, words }
  }
  const rows = await loadRows(scope, selection, customerId, selectVisible(scope, selection, limit + 1, matches))
  return { ...present(rows), found, words }
}

const withoutKey = ({ sort_key: _, ...row }: Row): PublicRequestSummary => withDisplayAuthor(withDisplayTitle(row))

interface PageSelection {
  sort: PublicSort
  stage: StageFilter
  boardId: string | null
  after: (string | number)[] | undefined
  limit: number
}

/** Loads the rows of matches in their order, without those that are no longer listed. */
async function loadMatches(
  scope: Scope,
  selection: PageSelection,
  customerId: string | null,
  page: Match[],
): Promise<Row[]> {
  if (page.length === 0) return []
  const requests = sql`(select f.* from feedback f where f.workspace_id = ${scope.workspaceId}
    and ${withoutIndex(isListed(scope, selection))} and f.id = any(${page.map(({ id }) => id)}::uuid[]))`
  const rows = new Map((await loadRows(scope, selection, customerId, requests)).map((row) => [row.id, row]))
  return page.flatMap(({ id, score }) => {
    const row = rows.get(id)
    return row ? [{ ...row, sort_key: score }] : []
  })
}

/** The conditions of a list on `feedback f`. */
const isListed = (
  { workspaceId }: Scope,
  { stage, boardId }: Pick<PageSelection, 'stage' | 'boardId'>,
): RawBuilder<boolean> =>
  sql<boolean>`${isVisibleOnBoards('f', workspaceId)}
    ${isInStage(stage)}
    ${boardId === null ? sql`` : sql`and f.board_id = ${boardId}`}`

const isInStage = (stage: StageFilter): RawBuilder<unknown> => {
  if (stage === 'all') return sql``
  return stage === 'open'
    ? sql`and f.stage in (${sql.join(openStages.map((each) => sql.lit(each)))})`
    : sql`and f.stage = ${stage}`
}

/** Selects visible requests in the order of the list. */
function selectVisible(scope: Scope, selection: PageSelection, rows: number, matches?: Matches): RawBuilder<unknown> {
  const { sort, after } = selection
  const isAfter = sql`and (${keys[sort]}, f.id) < (${after?.[0]}::${types[sort]}, ${after?.[1]}::uuid)`
  return pageInOrder(scope, {
    column: keys[sort],
    range: sql`and f.status = 'approved' ${after === undefined ? sql`` : isAfter}`,
    filter: isListed(scope, selection),
    matches: matches?.requests,
    limit: rows,
  })
}

async function loadRows(
  { db, workspaceId }: Scope,
  { sort }: PageSelection,
  customerId: string | null,
  requests: RawBuilder<unknown>,
): Promise<Row[]> {
  const isVoted =
    customerId === null
      ? sql`false`
      : sql`exists (select from votes v where v.workspace_id = ${workspaceId} and v.feedback_id = f.id and v.customer_id = ${customerId})`
  const { rows } = await sql<Row>`
    with page as materialized ${requests}
    select f.id, f.title, left(f.description, ${sql.lit(excerptCharacters)}) as beginning, f.stage, f.votes, f.comments,
      b.name as board, f.created_at as "createdAt", ${isVoted} as "isVoted",
      ${selectAuthor('f.id', workspaceId, customerId)} as author, ${keys[sort]} as sort_key
    from page f join boards b on b.workspace_id = f.workspace_id and b.id = f.board_id
    order by ${keys[sort]} desc, f.id desc`.execute(db)
  return rows
}
