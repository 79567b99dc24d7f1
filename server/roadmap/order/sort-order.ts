import { sql } from 'kysely'
import { sortOrderStep } from '../../feedback/lifecycle/sync-roadmap-items.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { RoadmapStatus } from '../schema.ts'

interface Place {
  /** The item to place. */
  id: string
  status: RoadmapStatus
  neighborId: string
  side: 'before' | 'after'
}

// A step halved twenty times. Doubles still resolve this difference at a sort order of a billion steps.
const minGap = 1e-3

/**
 * Returns the sort order between an item and the next one on the given side, renumbering the column first if the gap is
 * too small. The caller must hold the workspace's roadmap lock.
 * @returns null if the neighbor is not in the column.
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

const hasRoom = ({ low, high }: AdjacentOrders): boolean => low === null || high === null || high - low > minGap

function middleOf({ low, high }: AdjacentOrders): number {
  if (low === null) return high! - sortOrderStep
  return high === null ? low + sortOrderStep : low + (high - low) / 2
}

/** Loads the sort orders on both sides of a place, ignoring the item itself. Null marks the end of the column. */
async function loadAdjacentOrders(
  { db, workspaceId }: WriteScope,
  { id, status, neighborId, side }: Place,
): Promise<AdjacentOrders | null> {
  const [sign, direction] = side === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const { rows } = await sql<{ near: number; far: number | null }>`
    select n.sort_order as near, (
      select o.sort_order from roadmap_items o
      where o.workspace_id = n.workspace_id and o.status = n.status and o.id <> ${id}
        and (o.sort_order, o.id) ${sign} (n.sort_order, n.id)
      order by o.sort_order ${direction}, o.id ${direction} limit 1) as far
    from roadmap_items n
    where n.workspace_id = ${workspaceId} and n.status = ${status} and n.id = ${neighborId}`.execute(db)
  const [row] = rows
  if (!row) return null
  return side === 'before' ? { low: row.far, high: row.near } : { low: row.near, high: row.far }
}

/** Renumbers a column in whole steps, keeping its order. Changes nothing else, not even `updated_at`. */
const renumber = ({ db, workspaceId }: WriteScope, status: RoadmapStatus) =>
  sql`update roadmap_items r set sort_order = o.place * ${sql.lit(sortOrderStep)}
      from (select id, row_number() over (order by sort_order, id) as place from roadmap_items
            where workspace_id = ${workspaceId} and status = ${status}) o
      where r.workspace_id = ${workspaceId} and r.id = o.id`.execute(db)
