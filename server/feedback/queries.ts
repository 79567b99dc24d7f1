import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../platform/db/prepared.ts'
import { notFound } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import { type FeedbackRow, presentFeedback } from './present.ts'
import type { Feedback, FeedbackStatus, Stage } from './schema.ts'

/** Requests with their board and roadmap item: the one shape that lists, reads and replies show. */
const feedbackRows = (db: Scope['db'], workspaceId: string) =>
  db
    .selectFrom('feedback as f')
    .innerJoin('boards as b', (join) =>
      join.onRef('b.workspace_id', '=', 'f.workspace_id').onRef('b.id', '=', 'f.board_id'),
    )
    .leftJoin('roadmap_items as r', (join) =>
      join.onRef('r.workspace_id', '=', 'f.workspace_id').onRef('r.feedback_id', '=', 'f.id'),
    )
    .where('f.workspace_id', '=', workspaceId)
    .select([
      'f.id',
      'f.title',
      'f.description',
      'f.stage',
      'f.status',
      'f.votes',
      'f.comments',
      'b.id as board_id',
      'b.slug as board_slug',
      'b.name as board_name',
      'r.id as roadmap_item_id',
      'f.created_at',
      'f.updated_at',
    ])

const feedbackById = prepared((db, { workspaceId, id }: { workspaceId: string; id: string }) =>
  feedbackRows(db, workspaceId).where('f.id', '=', id),
)

/** @throws 404 */
export async function getFeedback({ db, workspaceId }: Scope, id: string): Promise<Feedback> {
  const [row] = await feedbackById(db, { workspaceId, id })
  if (!row) throw notFound()
  return presentFeedback(row)
}

export interface FeedbackPageFilter {
  limit: number
  stage?: Stage | undefined
  boardId?: string | undefined
  after?: { createdAt: string; id: string } | undefined
}

/** Newest first. One row more than `limit`, which tells whether another page exists. */
export const listFeedbackRows = ({ db, workspaceId }: Scope, filter: FeedbackPageFilter): Promise<FeedbackRow[]> => {
  const { limit, stage, boardId, after } = filter
  return feedbackPage(db, {
    workspaceId,
    rows: limit + 1,
    stage,
    boardId,
    afterTime: after?.createdAt,
    afterId: after?.id,
  })
}

interface PageValues {
  workspaceId: string
  rows: number
  stage: Stage | undefined
  boardId: string | undefined
  afterTime: string | undefined
  afterId: string | undefined
}

const feedbackPage = prepared((db, values: PageValues) => {
  const { workspaceId, rows, stage, boardId, afterTime, afterId } = values
  return feedbackRows(db, workspaceId)
    .$if(stage !== undefined, (query) => query.where('f.stage', '=', stage!))
    .$if(boardId !== undefined, (query) => query.where('f.board_id', '=', boardId!))
    .$if(afterTime !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple('f.created_at', 'f.id'), '<', tuple(afterTime!, afterId!))),
    )
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(rows)
})

/** The same page, of the requests whose ids another statement selects: both run as one. */
export const listFeedbackRowsByIds = (
  { db, workspaceId }: Scope,
  ids: RawBuilder<string>,
  limit: number,
): Promise<FeedbackRow[]> =>
  feedbackRows(db, workspaceId)
    .where(sql<boolean>`f.id = any(array(${ids}))`)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(limit + 1)
    .execute()

/** Throws 404 unless the workspace has the request. For lists below it. */
export async function requireFeedback(scope: Scope, id: string): Promise<void> {
  const row = await scope.db
    .selectFrom('feedback')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
}

export interface LockedFeedback {
  id: string
  title: string
  description: string
  stage: Stage
  status: FeedbackStatus
  product_stage: Exclude<Stage, 'pending'> | null
}

/**
 * Reads the request and holds it until the transaction ends. Everything that changes a stage or a roadmap status
 * takes this lock first, so that request and item change together and in one order.
 * @throws 404
 */
export async function lockFeedback(scope: Scope, id: string): Promise<LockedFeedback> {
  const row = await lockFeedbackIfExists(scope, id)
  if (!row) throw notFound()
  return row
}

/** The same; undefined when it is gone. */
export const lockFeedbackIfExists = (scope: Scope, id: string): Promise<LockedFeedback | undefined> =>
  scope.db
    .selectFrom('feedback')
    .select(['id', 'title', 'description', 'stage', 'status', 'product_stage'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** The ids of this list that the workspace has requests for. */
export async function filterExistingFeedbackIds(scope: Scope, ids: string[]): Promise<Set<string>> {
  const rows = await scope.db
    .selectFrom('feedback')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
