import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'
import type { RoadmapStatus } from '../schema.ts'

interface Place {
  /** The item that is to go there. */
  id: string
  status: RoadmapStatus
  neighbourId: string
  side: 'before' | 'after'
}

const step = 1_024
// Halved twenty times, a step comes to this; doubles still tell it apart at a billion steps.
const leastGap = 1e-3

/**
 * The sort order between an item of a column and the next one on that side. Where there is no room the column is
 * numbered anew first. The caller has lined up those who move items.
 * @returns null when the neighbour is not in the column.
 */
export async function sortOrderBeside(tx: WriteScope, place: Place): Promise<number | null> {
  const around = await loadAdjacentOrders(tx, place)
  if (around === null) return null
  if (hasRoom(around)) return middleOf(around)
  await renumber(tx, place.status)
  return middleOf((await loadAdjacentOrders(tx, place))!)
}

interface AdjacentOrders {
  low: number | null
  high: number | null
}

const hasRoom = ({ low, high }: AdjacentOrders): boolean => low === null || high === null || high - low > leastGap

function middleOf({ low, high }: AdjacentOrders): number {
  if (low === null) return high! - step
  return high === null ? low + step : low + (high - low) / 2
}

/** The orders that the item comes between; an end of the column is null. The item itself does not count. */
async function loadAdjacentOrders(
  { db, workspaceId }: WriteScope,
  { id, status, neighbourId, side }: Place,
): Promise<AdjacentOrders | null> {
  const [sign, direction] = side === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const { rows } = await sql<{ near: number; far: number | null }>`
    select n.sort_order as near, (
      select o.sort_order from roadmap_items o
      where o.workspace_id = n.workspace_id and o.status = n.status and o.id <> ${id}
        and (o.sort_order, o.id) ${sign} (n.sort_order, n.id)
      order by o.sort_order ${direction}, o.id ${direction} limit 1) as far
    from roadmap_items n
    where n.workspace_id = ${workspaceId} and n.status = ${status} and n.id = ${neighbourId}`.execute(db)
  const [row] = rows
  if (!row) return null
  return side === 'before' ? { low: row.far, high: row.near } : { low: row.near, high: row.far }
}

/** Gives a column whole steps in the order that it has. No other member of the items changes, nor their times. */
const renumber = ({ db, workspaceId }: WriteScope, status: RoadmapStatus) =>
  sql`update roadmap_items r set sort_order = o.place * ${sql.lit(step)}
      from (select id, row_number() over (order by sort_order, id) as place from roadmap_items
            where workspace_id = ${workspaceId} and status = ${status}) o
      where r.workspace_id = ${workspaceId} and r.id = o.id`.execute(db)
