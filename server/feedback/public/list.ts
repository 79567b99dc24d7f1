import { type RawBuilder, sql } from 'kysely'
import { cursorsFor, type Page, pageOf } from '../../platform/http/api/pagination.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import type { Stage } from '../schema.ts'
import { patternOf } from '../search/search.ts'
import { keysToFind } from '../search/search-keys.ts'

/** The stages that the public sees (specification, Stages). */
export const publicStages = ['in_review', 'planned', 'in_progress', 'completed'] as const
export type PublicStage = (typeof publicStages)[number]

export const publicSorts = ['trending', 'votes', 'newest'] as const
export type PublicSort = (typeof publicSorts)[number]

export interface PublicFilter {
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
export interface ListedRequest {
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

interface Row extends ListedRequest {
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
export async function publicPage(
  scope: Scope,
  filter: PublicFilter,
  { customerId, signer }: { customerId: string | null; signer: Signer },
): Promise<Page<ListedRequest>> {
  const { sort, stage, boardId, search, cursor, limit = 25 } = filter
  const cursors = cursorsFor(signer, 'portal requests', scope.workspaceId, { sort, stage, boardId, search })
  const after = cursors.decode(cursor)
  const rows = await pageRows(scope, { ...filter, after, limit }, customerId)
  return pageOf(rows, limit, cursors, (row) => [row.sort_key, row.id], withoutKey)
}

const withoutKey = ({ sort_key: _, ...row }: Row): ListedRequest => row

type Asked = PublicFilter & { after: (string | number)[] | undefined; limit: number }

async function pageRows(scope: Scope, asked: Asked, customerId: string | null): Promise<Row[]> {
  if (asked.search === '') return shown(scope, asked, customerId, among(scope, asked, asked.limit + 1))
  const { matches, found } = searched(scope, asked.search)
  const first = sql`select * from (${among(scope, asked, firstLookedAt)}) f where ${matches} limit ${asked.limit + 1}`
  const rows = await shown(scope, asked, customerId, first)
  if (rows.length > asked.limit) return rows
  return shown(scope, asked, customerId, among(scope, asked, asked.limit + 1, found))
}

/** Requests that may be seen, in their order. */
function among({ workspaceId }: Scope, asked: Asked, rows: number, found = sql``): RawBuilder<unknown> {
  const { sort, stage, boardId, after } = asked
  return sql`select f.* from feedback f
    where f.workspace_id = ${workspaceId} and f.moderation = 'approved' and f.stage <> 'closed'
      and f.board_id in (select b.id from boards b where b.workspace_id = ${workspaceId} and b.is_public)
      ${stage === null ? sql`` : sql`and f.stage = ${stage}`}
      ${boardId === null ? sql`` : sql`and f.board_id = ${boardId}`}
      ${after === undefined ? sql`` : sql`and (${keys[sort]}, f.id) < (${after[0]}::${types[sort]}, ${after[1]}::uuid)`}
      ${found}
    order by ${keys[sort]} desc, f.id desc limit ${sql.lit(rows)}`
}

/** How the text is looked for, in rows that are at hand and by the index (ADR 0008). */
function searched({ workspaceId }: Scope, search: string) {
  const pattern = patternOf(search)
  const matches = search.includes('\n')
    ? sql`f.search_text like lower(${pattern}) and (lower(f.title) like lower(${pattern}) or lower(f.description) like lower(${pattern}))`
    : sql`f.search_text like lower(${pattern})`
  const found = sql`and f.id = any(array(
    with found as materialized (
      select f.workspace_id, f.id from feedback f
      where f.search_keys @> ${keysToFind(workspaceId, search)}::integer[] and f.moderation = 'approved' and ${matches})
    select id from found where workspace_id = ${workspaceId}))`
  return { matches, found }
}

async function shown(
  { db, workspaceId }: Scope,
  { sort }: Asked,
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
