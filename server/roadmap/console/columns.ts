import { sql } from 'kysely'
import type { FeedbackStatus, Stage } from '../../feedback/schema.ts'
import type { Scope } from '../../platform/scope.ts'
import { presentRoadmapItem, type RoadmapRow } from '../present.ts'
import { type Quarter, quarterBounds } from '../quarters.ts'
import { type RoadmapItem, type RoadmapStatus, roadmapStatuses } from '../schema.ts'

/** An item with where its request is: what is not approved, or on a private board, the public does not see. */
export interface ConsoleRoadmapItem extends RoadmapItem {
  stage: Stage
  requestStatus: FeedbackStatus
  isBoardPublic: boolean
}

export interface RoadmapColumn {
  status: RoadmapStatus
  /** Ascending by `sortOrder`; of a column that only grows, the last come first. */
  items: ConsoleRoadmapItem[]
  isNewestFirst: boolean
  /** Of all that the filter lets through. */
  count: number
  hasMore: boolean
}

export interface RoadmapColumnFilter {
  boardId?: string | undefined
  quarter?: Quarter | undefined
}

// A plan of more is none; what is over and done with grows for years, and few look back further.
const maxOpenItems = 200
const maxFinishedItems = 50

/** Whether the items of a status are over and done with: then the one that came last stands on top. */
export const isNewestFirst = (status: RoadmapStatus): boolean => status === 'done' || status === 'closed'

type ColumnItemRow = RoadmapRow & { stage: Stage; request_status: FeedbackStatus; is_public: boolean; count: number }

/** All columns of the roadmap, in one statement; each reads its own rows by the index of the columns. */
export async function listRoadmapColumns(
  { db, workspaceId }: Scope,
  filter: RoadmapColumnFilter = {},
): Promise<RoadmapColumn[]> {
  const rows = (status: RoadmapStatus) => sql`from roadmap_items i
    ${filter.boardId === undefined ? sql`` : sql`join feedback b on b.workspace_id = i.workspace_id and b.id = i.feedback_id`}
    where i.workspace_id = ${workspaceId} and i.status = ${status} ${conditionOf(filter)}`
  const column = (status: RoadmapStatus) => {
    const order = isNewestFirst(status) ? sql`i.sort_order desc, i.id desc` : sql`i.sort_order, i.id`
    return sql`(select i.*, (select count(*) ${rows(status)}) as count ${rows(status)}
      order by ${order} limit ${isNewestFirst(status) ? maxFinishedItems : maxOpenItems})`
  }
  const { rows: found } = await sql<ColumnItemRow>`
    select r.id, r.title, r.description, r.status, r.sort_order, r.target_precision, r.target_date, r.feedback_id,
      r.count, r.created_at, r.updated_at, f.votes, f.comments, f.stage, f.status as request_status, o.is_public
    from (${sql.join(roadmapStatuses.map(column), sql` union all `)}) r
    join feedback f on f.workspace_id = ${workspaceId} and f.id = r.feedback_id
    join boards o on o.workspace_id = ${workspaceId} and o.id = f.board_id
    order by r.sort_order, r.id`.execute(db)
  const byStatus = Map.groupBy(found, ({ status }) => status)
  return roadmapStatuses.map((status) => columnOf(status, byStatus.get(status) ?? []))
}

function conditionOf({ boardId, quarter }: RoadmapColumnFilter) {
  const board = boardId === undefined ? sql`` : sql`and b.board_id = ${boardId}`
  if (quarter === undefined) return board
  const { first, last } = quarterBounds(quarter)
  return sql`${board} and i.target_date between ${first}::date and ${last}::date`
}

function columnOf(status: RoadmapStatus, rows: ColumnItemRow[]): RoadmapColumn {
  const count = rows[0]?.count ?? 0
  const items = rows.map((row) => ({
    ...presentRoadmapItem(row),
    stage: row.stage,
    requestStatus: row.request_status,
    isBoardPublic: row.is_public,
  }))
  return {
    status,
    items: isNewestFirst(status) ? items.reverse() : items,
    isNewestFirst: isNewestFirst(status),
    count,
    hasMore: count > rows.length,
  }
}
