import { sql } from 'kysely'
import type { FeedbackStatus, Stage } from '../../feedback/schema.ts'
import { lookUp } from '../../platform/db/look-up.ts'
import type { Scope } from '../../platform/scope.ts'
import { presentRoadmapItem, type RoadmapRow } from '../present.ts'
import { type Quarter, quarterBounds } from '../quarters.ts'
import { type RoadmapItem, type RoadmapStatus, roadmapStatuses } from '../schema.ts'

/** An item with the state of its request: the public sees only approved requests on public boards. */
export interface ConsoleRoadmapItem extends RoadmapItem {
  stage: Stage
  requestStatus: FeedbackStatus
  isBoardPublic: boolean
}

export interface RoadmapColumn {
  status: RoadmapStatus
  /** By ascending `sortOrder`; descending in finished columns, which only grow. */
  items: ConsoleRoadmapItem[]
  isNewestFirst: boolean
  /** The number of all items that match the filter. */
  count: number
  hasMore: boolean
}

export interface RoadmapColumnFilter {
  boardId?: string | undefined
  quarter?: Quarter | undefined
}

// No team plans more than this. Finished columns grow for years, and few people look back further.
const maxOpenItems = 200
const maxFinishedItems = 50

/** Returns whether a column holds finished items, which are shown newest first. */
export const isNewestFirst = (status: RoadmapStatus): boolean => status === 'done' || status === 'closed'

type ColumnItemRow = RoadmapRow & { stage: Stage; request_status: FeedbackStatus; is_public: boolean; count: number }

/** Lists all columns of the roadmap in one statement. Each column reads its own rows through an index. */
export async function listRoadmapColumns(
  { db, workspaceId }: Scope,
  filter: RoadmapColumnFilter = {},
): Promise<RoadmapColumn[]> {
  const rows = (status: RoadmapStatus) => sql`from roadmap_items i
    ${filter.boardId === undefined ? sql`` : sql`cross join ${requestOfItem} b`}
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
    cross join ${lookUp(sql`select * from feedback where workspace_id = ${workspaceId} and id = r.feedback_id`)} f
    join boards o on o.workspace_id = ${workspaceId} and o.id = f.board_id
    order by r.sort_order, r.id`.execute(db)
  const byStatus = Map.groupBy(found, ({ status }) => status)
  return roadmapStatuses.map((status) => columnOf(status, byStatus.get(status) ?? []))
}

const requestOfItem = lookUp(
  sql`select board_id from feedback where feedback.workspace_id = i.workspace_id and feedback.id = i.feedback_id`,
)

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
