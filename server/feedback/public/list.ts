import { type RawBuilder, sql } from 'kysely'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../../platform/http/api/pagination.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Stage } from '../schema.ts'
import { likePattern } from '../search/search.ts'
import { queryKeys } from '../search/search-keys.ts'

/** The stages that the public sees (specification, Stages). */
export const publicStages = ['in_review', 'planned', 'in_progress', 'completed'] as const
export type PublicStage = (typeof publicStages)[number]

export const publicSorts = ['trending', 'votes', 'newest'] as const
export type PublicSort = (typeof publicSorts)[number]

export interface PublicRequestFilter {
  sort: PublicSort
  stage: PublicStage | null
  /** Of those that everybody sees. */
  boardId: string | null
  /** Empty is none. */
  search: string
  cursor?: string | undefined
  limit?: number
}

/** A request as everybody sees it in a list. */
export interface PublicRequestSummary {
  id: string
  title: string
  /** The beginning of the description, as it was written. */
  beginning: string
  stage: Stage
  votes: number
  comments: number
  board: string
  createdAt: string
  /** Whether the reader has voted for it. */
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

// As in search.ts: a common text is found among the first of the list, a rare one by the index.
const firstLookedAt = 2_000
const beginningCharacters = 400

/**
 * A page of what the public sees (feedback/visible.ts, written out so that an index gives the order).
 * @param customerId the reader, whose own votes are marked; null when nobody is signed in.
 * @throws 400 for a cursor that is not of this list
 */
export async function listPublicRequests(
  scope: Scope,
  filter: PublicRequestFilter,
  { customerId, signer }: { customerId: string | null; signer: Signer },
): Promise<Page<PublicRequestSummary>> {
  const { sort, stage, boardId, search, cursor, limit = 25 } = filter
  const cursors = createCursors(signer, 'portal requests', scope.workspaceId, { sort, stage, boardId, search })
  const after = cursors.decode(cursor)
  const rows = await pageRows(scope, { ...filter, after, limit }, customerId)
  return paginate(rows, limit, cursors, (row) => [row.sort_key, row.id], withoutKey)
}

const withoutKey = ({ sort_key: _, ...row }: Row): PublicRequestSummary => row

type PageSelection = PublicRequestFilter & { after: (string | number)[] | undefined; limit: number }

async function pageRows(scope: Scope, asked: PageSelection, customerId: string | null): Promise<Row[]> {
  if (asked.search === '') return loadRows(scope, asked, customerId, selectVisible(scope, asked, asked.limit + 1))
  const { matches, found } = searchConditions(scope, asked.search)
  const first = sql`select * from (${selectVisible(scope, asked, firstLookedAt)}) f where ${matches} limit ${asked.limit + 1}`
  const rows = await loadRows(scope, asked, customerId, first)
  if (rows.length > asked.limit) return rows
  return loadRows(scope, asked, customerId, selectVisible(scope, asked, asked.limit + 1, found))
}

/** Requests that may be seen, in their order. */
function selectVisible({ workspaceId }: Scope, asked: PageSelection, rows: number, found = sql``): RawBuilder<unknown> {
  const { sort, stage, boardId, after } = asked
  return sql`select f.* from feedback f
    where f.workspace_id = ${workspaceId} and f.status = 'approved' and f.stage <> 'closed'
      and f.board_id in (select b.id from boards b where b.workspace_id = ${workspaceId} and b.is_public)
      ${stage === null ? sql`` : sql`and f.stage = ${stage}`}
      ${boardId === null ? sql`` : sql`and f.board_id = ${boardId}`}
      ${after === undefined ? sql`` : sql`and (${keys[sort]}, f.id) < (${after[0]}::${types[sort]}, ${after[1]}::uuid)`}
      ${found}
    order by ${keys[sort]} desc, f.id desc limit ${sql.lit(rows)}`
}

/** How the text is looked for, in rows that are at hand and by the index (ADR 0008). */
function searchConditions({ workspaceId }: Scope, search: string) {
  const pattern = likePattern(search)
  const matches = search.includes('\n')
    ? sql`f.search_text like lower(${pattern}) and (lower(f.title) like lower(${pattern}) or lower(f.description) like lower(${pattern}))`
    : sql`f.search_text like lower(${pattern})`
  const found = sql`and f.id = any(array(
    with found as materialized (
      select f.workspace_id, f.id from feedback f
      where f.search_keys @> ${queryKeys(workspaceId, search)}::integer[] and f.status = 'approved' and ${matches})
    select id from found where workspace_id = ${workspaceId}))`
  return { matches, found }
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
    select f.id, f.title, left(f.description, ${sql.lit(beginningCharacters)}) as beginning, f.stage, f.votes, f.comments,
      b.name as board, f.created_at as "createdAt", ${isVoted} as "isVoted", ${keys[sort]} as sort_key
    from (${requests}) f join boards b on b.workspace_id = f.workspace_id and b.id = f.board_id
    order by ${keys[sort]} desc, f.id desc`.execute(db)
  return rows
}
