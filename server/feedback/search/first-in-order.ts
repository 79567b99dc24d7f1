import { type RawBuilder, sql } from 'kysely'
import { lookUp } from '../../platform/db/look-up.ts'
import type { Scope } from '../../platform/scope.ts'
import type { TermsCondition } from './terms.ts'

/** The number of requests that are read from the beginning of a list before filters are applied. */
export const firstScanned = 2_000

/** An order of requests that an index provides; ties by id, in the same direction. */
export interface RequestOrder {
  /** A column of `feedback f`. */
  column: RawBuilder<unknown>
  /** Default: descending. */
  isAscending?: boolean
  /** Conditions that divide the requests among several indexes that provide the order. */
  parts?: RawBuilder<unknown>[]
}

const direction = ({ isAscending }: Pick<RequestOrder, 'isAscending'>) => (isAscending ? sql`asc` : sql`desc`)

/** The sort key of an order, for `order by`. */
export const orderBy = (order: Pick<RequestOrder, 'column' | 'isAscending'>): RawBuilder<unknown> =>
  sql`${order.column} ${direction(order)}, f.id ${direction(order)}`

/**
 * Selects the first requests of a workspace in an order that an index provides. The limit separates the scan from the
 * filters outside of it. Otherwise the planner may use the index of a filter and sort the whole workspace, because
 * prepared statements are planned for a workspace of average size.
 * @param column the column of `feedback f` to order by; the order is descending, ties by id.
 * @param condition more conditions on `feedback f`; no index may provide them, or the planner might use it instead.
 */
export const firstInOrder = (
  scope: Scope,
  column: RawBuilder<unknown>,
  condition: RawBuilder<unknown> = sql``,
  limit = firstScanned,
): RawBuilder<unknown> => firstOf(scope, { column }, condition, limit)

function firstOf(
  scope: Scope,
  { parts, ...order }: RequestOrder,
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const ordered = sql`order by ${orderBy(order)} limit ${sql.lit(limit)}`
  if (!parts)
    return sql`(select f.* from feedback f where f.workspace_id = ${scope.workspaceId} ${condition} ${ordered})`
  const selected = parts.map((part) => firstOf(scope, order, sql`${condition} and ${part}`, limit))
  return sql`(select f.* from (${sql.join(selected, sql` union all `)}) f ${ordered})`
}

/** Whether the workspace has more requests than `firstInOrder` reads. */
export const hasMoreThanFirst = (
  { workspaceId }: Scope,
  condition: RawBuilder<unknown> = sql``,
  limit = firstScanned,
): RawBuilder<boolean> =>
  sql<boolean>`exists (select from feedback f where f.workspace_id = ${workspaceId} ${condition} offset ${sql.lit(limit)})`

export interface PageInOrder extends RequestOrder {
  /** The position after which the page begins, and other conditions that the index provides, each preceded by "and". */
  range: RawBuilder<unknown>
  filter: RawBuilder<unknown>
  /** The matches of a search: their ids, or a condition if there are many. Default: all requests. */
  matches?: string[] | TermsCondition | undefined
  /**
   * Selects the ids of all requests that may pass the filter, from an index. If they are few, only they are read,
   * otherwise only where the first requests of the list do not fill the page. An id may be selected several times.
   */
  candidates?: RawBuilder<unknown> | null
  /** Selects the only requests that are read, unless the candidates are few. */
  within?: RawBuilder<unknown> | undefined
  limit: number
}

/**
 * Selects a page of requests that pass a filter, in the order of a list. Reads only the first requests of the list if
 * they fill the page, otherwise all requests.
 */
export function pageInOrder(scope: Scope, { matches, candidates, ...page }: PageInOrder): RawBuilder<unknown> {
  if (Array.isArray(matches)) return pageOfIds(scope, page, matches)
  if (candidates) return pageOfCandidates(scope, { ...page, matches }, candidates)
  const { range, filter, limit, within } = page
  const order = sql`order by ${orderBy(page)} limit ${sql.lit(limit)}`
  const check = matches ? sql`${filter} and ${matches.check}` : filter
  const lookup = matches ? sql`${filter} and ${matches.lookup}` : filter
  if (within) return sql`(select f.* from ${within} f where ${check} ${range} ${order})`
  return sql`(with near as materialized (
      select * from ${firstOf(scope, page, range, firstScanned)} f where ${check} ${order}),
    needed as materialized (
      select (select count(*) from near) < ${sql.lit(limit)} and ${hasMoreThanFirst(scope, range)} as others)
    select * from near where not (select others from needed)
    union all
    select * from (select f.* from feedback f where (select others from needed)
      and f.workspace_id = ${scope.workspaceId} ${range} and ${lookup} ${order}) f)`
}

/** Looking up a few requests costs less than looking for them among the first of the list. */
const pageOfIds = (scope: Scope, page: PageInOrder, ids: string[]): RawBuilder<unknown> =>
  sql`(select f.* from unnest(${ids}::uuid[]) i (id)
    cross join ${requestOf(scope)} f
    where ${page.filter} ${page.range} order by ${orderBy(page)} limit ${sql.lit(page.limit)})`

const requestOf = ({ workspaceId }: Scope): RawBuilder<unknown> =>
  lookUp(sql`select * from feedback where workspace_id = ${workspaceId} and id = i.id`)

/** The candidates are counted first, up to a limit, because a common filter has most requests of a workspace. */
function pageOfCandidates(
  scope: Scope,
  page: Omit<PageInOrder, 'matches' | 'candidates'> & { matches: TermsCondition | undefined },
  candidates: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { range, matches, limit, within } = page
  const filter = matches ? sql`${page.filter} and ${matches.check}` : page.filter
  const order = sql`order by ${orderBy(page)} limit ${sql.lit(limit)}`
  return sql`(with first_candidates as materialized (select id from (${candidates}) c limit ${sql.lit(firstScanned + 1)}),
    known as materialized (select count(*) <= ${sql.lit(firstScanned)} as "areFew" from first_candidates),
    near as materialized (select f.* from ${within ?? firstOf(scope, page, range, firstScanned)} f
      where not (select "areFew" from known) and ${filter} ${within ? range : sql``} ${order}),
    needed as materialized (
      select ${
        within
          ? sql`false`
          : sql`not "areFew" and (select count(*) from near) < ${sql.lit(limit)}
        and ${hasMoreThanFirst(scope, range)}`
      } as others from known)
    select * from (select f.* from (select distinct id from first_candidates) i cross join ${requestOf(scope)} f
      where (select "areFew" from known) and ${filter} ${range} ${order}) f
    union all
    select * from near where not (select others from needed)
    union all
    select * from (select f.* from (select distinct id from (${candidates}) c) i cross join ${requestOf(scope)} f
      where (select others from needed) and ${filter} ${range} ${order}) f)`
}
