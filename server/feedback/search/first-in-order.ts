import { type RawBuilder, sql } from 'kysely'
import { lookUp } from '../../platform/db/look-up.ts'
import type { Scope } from '../../platform/scope.ts'
import type { TermsCondition } from './terms.ts'

/** The number of requests that are read from the beginning of a list before filters are applied. */
export const firstScanned = 2_000

/**
 * Selects the first requests of a workspace in an order that an index provides. The limit separates the scan from the
 * filters outside of it. Otherwise the planner may use the index of a filter and sort the whole workspace, because
 * prepared statements are planned for a workspace of average size.
 * @param column the column of `feedback f` to order by; the order is descending, ties by id.
 * @param condition more conditions on `feedback f`; no index may provide them, or the planner might use it instead.
 */
export const firstInOrder = (
  { workspaceId }: Scope,
  column: RawBuilder<unknown>,
  condition: RawBuilder<unknown> = sql``,
  limit = firstScanned,
): RawBuilder<unknown> =>
  sql`(select f.* from feedback f where f.workspace_id = ${workspaceId} ${condition}
    order by ${column} desc, f.id desc limit ${sql.lit(limit)})`

/** Whether the workspace has more requests than `firstInOrder` reads. */
export const hasMoreThanFirst = ({ workspaceId }: Scope, condition: RawBuilder<unknown> = sql``): RawBuilder<boolean> =>
  sql<boolean>`exists (select from feedback f where f.workspace_id = ${workspaceId} ${condition} offset ${sql.lit(firstScanned)})`

export interface PageInOrder {
  column: RawBuilder<unknown>
  /** The position after which the page begins, and other conditions that the index provides, each preceded by "and". */
  range: RawBuilder<unknown>
  filter: RawBuilder<unknown>
  /** The matches of a search: their ids, or a condition if there are many. Default: all requests. */
  matches?: string[] | TermsCondition | undefined
  limit: number
}

/**
 * Selects a page of requests that pass a filter, in the order of a list. Reads only the first requests of the list if
 * they fill the page, otherwise all requests.
 */
export function pageInOrder(scope: Scope, { matches, ...page }: PageInOrder): RawBuilder<unknown> {
  if (Array.isArray(matches)) return pageOfIds(scope, page, matches)
  const { column, range, filter, limit } = page
  const order = sql`order by ${column} desc, f.id desc limit ${sql.lit(limit)}`
  const check = matches ? sql`${filter} and ${matches.check}` : filter
  const lookup = matches ? sql`${filter} and ${matches.lookup}` : filter
  return sql`(with near as materialized (
      select * from ${firstInOrder(scope, column, range)} f where ${check} ${order}),
    needed as materialized (
      select (select count(*) from near) < ${sql.lit(limit)} and ${hasMoreThanFirst(scope, range)} as others)
    select * from near where not (select others from needed)
    union all
    select * from (select f.* from feedback f where (select others from needed)
      and f.workspace_id = ${scope.workspaceId} ${range} and ${lookup} ${order}) f)`
}

/** Looking up a few requests costs less than looking for them among the first of the list. */
const pageOfIds = (
  { workspaceId }: Scope,
  { column, range, filter, limit }: Omit<PageInOrder, 'matches'>,
  ids: string[],
): RawBuilder<unknown> =>
  sql`(select f.* from unnest(${ids}::uuid[]) i (id)
    cross join ${lookUp(sql`select * from feedback where workspace_id = ${workspaceId} and id = i.id`)} f
    where ${filter} ${range} order by ${column} desc, f.id desc limit ${sql.lit(limit)})`
