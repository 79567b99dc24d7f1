import { type RawBuilder, sql } from 'kysely'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../../platform/http/api/pagination.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Stage } from '../schema.ts'
import { containsText, idsFromIndex } from '../search/predicate.ts'
import { withDisplayTitle } from './title.ts'
import { isVisibleOnBoards, publicBoardIds } from './visibility.ts'

/** Stages that public pages show (specification, Stages). */
export const publicStages = ['in_review', 'planned', 'in_progress', 'completed'] as const
export type PublicStage = (typeof publicStages)[number]

export const publicSorts = ['trending', 'votes', 'newest'] as const
export type PublicSort = (typeof publicSorts)[number]

export interface PublicRequestFilter {
  sort: PublicSort
  stage: PublicStage | null
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

// As in search.ts: a common text fills the page from the first requests of the list; the index finds a rare text.
const firstScanned = 2_000
const excerptCharacters = 400

/**
 * Lists a page of visible requests.
 * @param customerId the viewer, whose own votes are marked; null when signed out.
 * @throws 400 for a cursor of another list.
 */
export async function listPublicRequests(
  scope: Scope,
  filter: PublicRequestFilter,
  { customerId, signer }: { customerId: string | null; signer: Signer },
): Promise<Page<PublicRequestSummary>> {
  const { sort, stage, boardId, search, cursor, limit = 25 } = filter
  const cursors = createCursors(signer, 'portal requests', scope.workspaceId, { sort, stage, boardId, search })
  const after = cursors.decode(cursor)
  const rows = await loadPage(scope, { ...filter, after, limit }, customerId)
  return paginate(rows, limit, cursors, (row) => [row.sort_key, row.id], withoutKey)
}

const withoutKey = ({ sort_key: _, ...row }: Row): PublicRequestSummary => withDisplayTitle(row)

type PageSelection = PublicRequestFilter & { after: (string | number)[] | undefined; limit: number }

async function loadPage(scope: Scope, selection: PageSelection, customerId: string | null): Promise<Row[]> {
  const { search, limit } = selection
  if (search === '') return loadRows(scope, selection, customerId, selectVisible(scope, selection, limit + 1))
  const first = sql`select * from (${selectVisible(scope, selection, firstScanned)}) f
    where ${containsText('f', search)} limit ${limit + 1}`
  const rows = await loadRows(scope, selection, customerId, first)
  if (rows.length > limit) return rows
  const indexed = idsFromIndex(scope.workspaceId, search, sql`f.status = 'approved'`)
  const matching = sql`and f.id = any(array(${indexed}))`
  return loadRows(scope, selection, customerId, selectVisible(scope, selection, limit + 1, matching))
}

/** Selects visible requests in the order of the list. */
function selectVisible(
  { workspaceId }: Scope,
  { sort, stage, boardId, after }: PageSelection,
  rows: number,
  condition = sql``,
): RawBuilder<unknown> {
  return sql`select f.* from feedback f
    where f.workspace_id = ${workspaceId} and ${isVisibleOnBoards('f', publicBoardIds(workspaceId))}
      ${stage === null ? sql`` : sql`and f.stage = ${stage}`}
      ${boardId === null ? sql`` : sql`and f.board_id = ${boardId}`}
      ${after === undefined ? sql`` : sql`and (${keys[sort]}, f.id) < (${after[0]}::${types[sort]}, ${after[1]}::uuid)`}
      ${condition}
    order by ${keys[sort]} desc, f.id desc limit ${sql.lit(rows)}`
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
    select f.id, f.title, left(f.description, ${sql.lit(excerptCharacters)}) as beginning, f.stage, f.votes, f.comments,
      b.name as board, f.created_at as "createdAt", ${isVoted} as "isVoted", ${keys[sort]} as sort_key
    from (${requests}) f join boards b on b.workspace_id = f.workspace_id and b.id = f.board_id
    order by ${keys[sort]} desc, f.id desc`.execute(db)
  return rows
}
