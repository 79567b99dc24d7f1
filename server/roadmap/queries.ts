import { sql } from 'kysely'
import type { LoadResources } from '../events/record.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import { notFound } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import { presentRoadmapItem, toTargetDelivery } from './present.ts'
import type { RoadmapFilter, RoadmapItem } from './schema.ts'

const roadmapRows = (scope: Scope) =>
  scope.db
    .selectFrom('roadmap_items as r')
    // With an offset, requests are looked up one by one (platform/db/look-up.ts).
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom('feedback')
          .select(['votes', 'comments'])
          .whereRef('feedback.workspace_id', '=', 'r.workspace_id')
          .whereRef('feedback.id', '=', 'r.feedback_id')
          .offset(sql.lit(0))
          .as('f'),
      (join) => join.onTrue(),
    )
    .where('r.workspace_id', '=', scope.workspaceId)
    .select([
      'r.id',
      'r.title',
      'r.description',
      'r.status',
      'r.sort_order',
      'r.target_precision',
      'r.target_date',
      'r.feedback_id',
      'f.votes',
      'f.comments',
      'r.created_at',
      'r.updated_at',
    ])

/** @throws 404 */
export async function getRoadmapItem(scope: Scope, id: string): Promise<RoadmapItem> {
  const row = await roadmapRows(scope).where('r.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return presentRoadmapItem(row)
}

/** Loads items as JSON for their events. */
export const loadRoadmapJson: LoadResources = async (scope, ids) => {
  const rows = await roadmapRows(scope).where(sql<boolean>`r.id = any(${ids}::uuid[])`).execute()
  return new Map(rows.map((row) => [row.id, JSON.stringify(presentRoadmapItem(row))]))
}

/** Lists a page of items in their sort order. */
export async function listRoadmap(scope: Scope, query: RoadmapFilter, signer: Signer): Promise<Page<RoadmapItem>> {
  const { limit = 25, cursor, status } = query
  const cursors = createCursors(signer, 'roadmap', scope.workspaceId, { status })
  const after = cursors.decode(cursor) as [sortOrder: number, id: string] | undefined
  const rows = await roadmapRows(scope)
    .$if(status !== undefined, (q) => q.where('r.status', '=', status!))
    .$if(after !== undefined, (q) =>
      q.where(({ eb, refTuple, tuple }) => eb(refTuple('r.sort_order', 'r.id'), '>', tuple(...after!))),
    )
    .orderBy('r.sort_order')
    .orderBy('r.id')
    .limit(limit + 1)
    .execute()
  return paginate(rows, limit, cursors, (row) => [row.sort_order, row.id], presentRoadmapItem)
}

/** Locks an item until the transaction ends. Callers that also need its request must lock that first. @throws 404 */
export async function lockItemById({ db, workspaceId }: Scope, id: string) {
  const row = await db
    .selectFrom('roadmap_items')
    .select(['id', 'title', 'description', 'target_precision', 'target_date'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  const { target_precision, target_date, ...rest } = row
  return { ...rest, targetDelivery: toTargetDelivery({ target_precision, target_date }) }
}

/** Returns the id of the request that backs an item. It changes only when that request is merged. @throws 404 */
export async function getFeedbackIdOfItem(scope: Scope, id: string): Promise<string> {
  const row = await scope.db
    .selectFrom('roadmap_items')
    .select('feedback_id')
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.feedback_id
}
