import { sql } from 'kysely'
import { notFound } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import { isNewestFirst } from '../console/columns.ts'
import type { RoadmapStatus } from '../schema.ts'
import type { RoadmapMove } from './move.ts'

/** The position of an item in its column as the console shows it. */
export interface ColumnPosition {
  status: RoadmapStatus
  /** Counted from 1 at the top. */
  place: number
  count: number
  aboveId: string | null
  belowId: string | null
}

interface Row {
  status: RoadmapStatus
  count: number
  before: number
  lower: string | null
  higher: string | null
}

/** Returns the position of an item in its column. @throws 404 */
export async function getColumnPosition({ db, workspaceId }: Scope, id: string): Promise<ColumnPosition> {
  const next = (sign: '<' | '>') => sql`(select o.id from roadmap_items o
    where o.workspace_id = r.workspace_id and o.status = r.status
      and (o.sort_order, o.id) ${sql.raw(sign)} (r.sort_order, r.id)
    order by o.sort_order ${sql.raw(sign === '<' ? 'desc' : 'asc')}, o.id ${sql.raw(sign === '<' ? 'desc' : 'asc')} limit 1)`
  const { rows } = await sql<Row>`
    select r.status, ${next('<')} as lower, ${next('>')} as higher,
      (select count(*) from roadmap_items o where o.workspace_id = r.workspace_id and o.status = r.status) as count,
      (select count(*) from roadmap_items o where o.workspace_id = r.workspace_id and o.status = r.status
        and (o.sort_order, o.id) < (r.sort_order, r.id)) as before
    from roadmap_items r where r.workspace_id = ${workspaceId} and r.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  const { status, count, before, lower, higher } = row
  return isNewestFirst(status)
    ? { status, count, place: count - before, aboveId: higher, belowId: lower }
    : { status, count, place: before + 1, aboveId: lower, belowId: higher }
}

/** Returns the move by one place up or down as the console shows it, or null at the end of the column. */
export function adjacentMove(
  { status, aboveId, belowId }: ColumnPosition,
  direction: 'up' | 'down',
): RoadmapMove | null {
  const neighborId = direction === 'up' ? aboveId : belowId
  if (neighborId === null) return null
  return (direction === 'up') === isNewestFirst(status) ? { afterId: neighborId } : { beforeId: neighborId }
}
