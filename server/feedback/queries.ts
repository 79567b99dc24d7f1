import { type RawBuilder, sql } from 'kysely'
import type { LoadResources } from '../events/record.ts'
import type { ByteText } from '../platform/db/byte-text.ts'
import { jsonMembers } from '../platform/db/json-text.ts'
import { lookUp } from '../platform/db/look-up.ts'
import { prepared, preparedForBytes } from '../platform/db/prepared.ts'
import { notFound } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import type { Tables } from '../tables.ts'
import {
  type FeedbackJsonRow,
  feedbackColumns,
  feedbackJsonMembers,
  presentFeedback,
  presentFeedbackJson,
} from './present.ts'
import { type EditableFields, editableSelection, type Feedback, type FeedbackStatus, type Stage } from './schema.ts'

const allRequests = sql<Tables['feedback']>`feedback`

/**
 * Selects from requests with their board and roadmap item.
 * @param requests all requests, or a subquery.
 */
const feedbackSources = (db: Scope['db'], workspaceId: string, requests = allRequests) =>
  db
    .selectFrom(requests.as('f'))
    .innerJoin('boards as b', (join) =>
      join.onRef('b.workspace_id', '=', 'f.workspace_id').onRef('b.id', '=', 'f.board_id'),
    )
    // With an offset, items are looked up one by one (platform/db/look-up.ts).
    .leftJoinLateral(
      (db) =>
        db
          .selectFrom('roadmap_items')
          .select('id')
          .whereRef('roadmap_items.workspace_id', '=', 'f.workspace_id')
          .whereRef('roadmap_items.feedback_id', '=', 'f.id')
          .offset(sql.lit(0))
          .as('r'),
      (join) => join.onTrue(),
    )
    .where('f.workspace_id', '=', workspaceId)

/** Selects requests as JSON for the API. */
const feedbackJsonRows = (db: Scope['db'], workspaceId: string, requests = allRequests) =>
  feedbackSources(db, workspaceId, requests).select([
    'f.id',
    'f.title',
    'f.description',
    jsonMembers(feedbackJsonMembers).as('members'),
    'f.created_at',
    'f.updated_at',
  ])

const feedbackById = prepared((db, { workspaceId, id }: { workspaceId: string; id: string }) =>
  feedbackSources(db, workspaceId).select(feedbackColumns).where('f.id', '=', id),
)

/** Returns a request. @throws 404 */
export async function getFeedback({ db, workspaceId }: Scope, id: string): Promise<Feedback> {
  const [row] = await feedbackById(db, { workspaceId, id })
  if (!row) throw notFound()
  return presentFeedback(row)
}

const feedbackJsonById = preparedForBytes((db, { workspaceId, id }: { workspaceId: string; id: string }) =>
  feedbackJsonRows(db, workspaceId).where('f.id', '=', id),
)

/** Returns a request as JSON for the API. @throws 404 */
export async function getFeedbackJson({ db, workspaceId }: Scope, id: string): Promise<ByteText> {
  const [row] = await feedbackJsonById(db, { workspaceId, id })
  if (!row) throw notFound()
  return presentFeedbackJson(row)
}

export interface FeedbackPageFilter {
  limit: number
  stage?: Stage | undefined
  boardId?: string | undefined
  after?: { createdAt: string; id: string } | undefined
}

/** Lists requests as JSON, newest first. Returns one row more than `limit` if another page exists. */
export const listFeedbackRows = (
  { db, workspaceId }: Scope,
  filter: FeedbackPageFilter,
): Promise<FeedbackJsonRow<ByteText>[]> => {
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

const feedbackPage = preparedForBytes((db, values: PageValues) => {
  const { workspaceId, rows, stage, boardId, afterTime, afterId } = values
  return feedbackJsonRows(db, workspaceId)
    .$if(stage !== undefined, (query) => query.where('f.stage', '=', stage!))
    .$if(boardId !== undefined, (query) => query.where('f.board_id', '=', boardId!))
    .$if(afterTime !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple('f.created_at', 'f.id'), '<', tuple(afterTime!, afterId!))),
    )
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(rows)
})

/**
 * Selects, as JSON, the requests whose ids a subquery returns, with one lookup for each id. Otherwise a prepared statement, which
 * is planned for a workspace of average size, reads the whole index by board of a large workspace.
 */
export const feedbackJsonRowsByIds = ({ db, workspaceId }: Scope, ids: RawBuilder<unknown>) =>
  feedbackJsonRows(
    db,
    workspaceId,
    sql`(select one.* from (${ids}) i cross join ${lookUp(sql`select * from feedback where workspace_id = ${workspaceId} and id = i.id`)} one)`,
  )

/** Lists as JSON the requests whose ids a subquery selects, newest first, with one row more than `limit` as above. */
export const listFeedbackRowsByIds = (
  scope: Scope,
  ids: RawBuilder<string>,
  limit: number,
): Promise<FeedbackJsonRow[]> =>
  feedbackJsonRowsByIds(scope, ids)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(limit + 1)
    .execute()

/** Loads requests as JSON for their events. */
export const loadFeedbackJson: LoadResources = async (scope, ids) => {
  const rows = await feedbackJsonRowsByIds(scope, sql`select unnest(${ids}::uuid[]) as id`).execute()
  return new Map(rows.map((row) => [row.id, presentFeedbackJson(row)]))
}

/** Rejects the id of a request that the workspace does not have. @throws 404 */
export async function requireFeedback(scope: Scope, id: string): Promise<void> {
  const row = await scope.db
    .selectFrom('feedback')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
}

export interface LockedFeedback extends EditableFields {
  id: string
  stage: Stage
  status: FeedbackStatus
  product_stage: Exclude<Stage, 'pending'> | null
}

/**
 * Locks and returns a request. Every change of a stage or a roadmap status takes this lock first, so that a request and
 * its roadmap item always change together, in the same order.
 * @throws 404
 */
export async function lockFeedback(scope: Scope, id: string): Promise<LockedFeedback> {
  const row = await lockFeedbackIfExists(scope, id)
  if (!row) throw notFound()
  return row
}

/** Like `lockFeedback`, but returns undefined if the request does not exist. */
export const lockFeedbackIfExists = (scope: Scope, id: string): Promise<LockedFeedback | undefined> =>
  scope.db
    .selectFrom('feedback')
    .select(['id', 'stage', 'status', 'product_stage', ...editableSelection])
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Returns the ids that belong to requests of the workspace. */
export async function filterExistingFeedbackIds(scope: Scope, ids: string[]): Promise<Set<string>> {
  const rows = await scope.db
    .selectFrom('feedback')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
