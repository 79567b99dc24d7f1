import { sql } from 'kysely'
import type { Moderation, Stage } from '../feedback/schema.ts'
import type { Scope } from '../platform/scope.ts'
import { presentRoadmapItem, type RoadmapRow } from './present.ts'
import { type RoadmapItem, type RoadmapStatus, roadmapStatuses } from './schema.ts'

/** An item with where its request is: while that is not approved, the public does not see the item. */
export interface BoardItem extends RoadmapItem {
  stage: Stage
  moderation: Moderation
}

export interface BoardColumn {
  status: RoadmapStatus
  /** Ascending by `sortOrder`; of a column that only grows, the last come first. */
  items: BoardItem[]
  isNewestFirst: boolean
  count: number
  hasMore: boolean
}

// A plan of more is none; what is over and done with grows for years, and few look back further.
const openAtMost = 200
const overAtMost = 50

const isOver = (status: RoadmapStatus): boolean => status === 'done' || status === 'closed'

type BoardRow = RoadmapRow & { stage: Stage; moderation: Moderation; count: number }

/** All columns of the roadmap, in one statement; each reads its own rows by the index of the columns. */
export async function roadmapBoard({ db, workspaceId }: Scope): Promise<BoardColumn[]> {
  const column = (status: RoadmapStatus) => {
    const order = isOver(status) ? sql`r.sort_order desc, r.id desc` : sql`r.sort_order, r.id`
    return sql`(select r.*, (select count(*) from roadmap_items c
        where c.workspace_id = ${workspaceId} and c.status = ${status}) as count
      from roadmap_items r where r.workspace_id = ${workspaceId} and r.status = ${status}
      order by ${order} limit ${isOver(status) ? overAtMost : openAtMost})`
  }
  const { rows } = await sql<BoardRow>`
    select r.id, r.title, r.description, r.status, r.sort_order, r.target_precision, r.target_date, r.feedback_id,
      r.count, r.created_at, r.updated_at, f.votes, f.comments, f.stage, f.moderation
    from (${sql.join(roadmapStatuses.map(column), sql` union all `)}) r
    join feedback f on f.workspace_id = ${workspaceId} and f.id = r.feedback_id
    order by r.sort_order, r.id`.execute(db)
  const byStatus = Map.groupBy(rows, ({ status }) => status)
  return roadmapStatuses.map((status) => columnOf(status, byStatus.get(status) ?? []))
}

function columnOf(status: RoadmapStatus, rows: BoardRow[]): BoardColumn {
  const count = rows[0]?.count ?? 0
  const isNewestFirst = isOver(status)
  const items = rows.map((row) => ({ ...presentRoadmapItem(row), stage: row.stage, moderation: row.moderation }))
  return {
    status,
    items: isNewestFirst ? items.reverse() : items,
    isNewestFirst,
    count,
    hasMore: count > rows.length,
  }
}
