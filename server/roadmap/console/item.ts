import type { FeedbackStatus, Stage } from '../../feedback/schema.ts'
import { notFound } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import { getRoadmapItem } from '../queries.ts'
import type { RoadmapItem } from '../schema.ts'

/** An item with the part of its request that the item page shows. */
export interface RoadmapItemDetail {
  item: RoadmapItem
  request: {
    id: string
    title: string
    stage: Stage
    requestStatus: FeedbackStatus
    votes: number
    comments: number
    board: string
    isBoardPublic: boolean
  }
}

/** Loads an item with its request. @throws 404 */
export async function getRoadmapItemDetail(scope: Scope, id: string): Promise<RoadmapItemDetail> {
  const [item, request] = await Promise.all([getRoadmapItem(scope, id), findRequestOfItem(scope, id)])
  if (!request) throw notFound()
  return { item, request }
}

const findRequestOfItem = ({ db, workspaceId }: Scope, itemId: string) =>
  db
    .selectFrom('roadmap_items as r')
    .innerJoin('feedback as f', (join) =>
      join.onRef('f.workspace_id', '=', 'r.workspace_id').onRef('f.id', '=', 'r.feedback_id'),
    )
    .innerJoin('boards as b', (join) =>
      join.onRef('b.workspace_id', '=', 'f.workspace_id').onRef('b.id', '=', 'f.board_id'),
    )
    .where('r.workspace_id', '=', workspaceId)
    .where('r.id', '=', itemId)
    .select(['f.id', 'f.title', 'f.stage', 'f.status as requestStatus', 'f.votes', 'f.comments'])
    .select(['b.name as board', 'b.is_public as isBoardPublic'])
    .executeTakeFirst()
