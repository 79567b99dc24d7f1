import { sql } from 'kysely'
import { notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { Tables } from '../../tables.ts'
import type { Stage } from '../schema.ts'
import type { StoredStage } from './derive-stage.ts'

export type LockedItem = Pick<
  Tables['roadmap_items'],
  'id' | 'feedback_id' | 'title' | 'status' | 'target_precision' | 'target_date'
>

export interface LockedFeedbackAndItem extends StoredStage {
  id: string
  title: string
  description: string
  stage: Stage
  item: LockedItem | null
}

/**
 * Locks requests, then their roadmap items, each in id order so that two bulk operations cannot deadlock. Uses two
 * statements, sent together: a join would wait for the request and then return the item as it was before the wait.
 * @returns the requests that exist.
 */
export async function lockFeedbackAndItems(tx: WriteScope, ids: string[]): Promise<LockedFeedbackAndItem[]> {
  const [requests, items] = await Promise.all([lockFeedbackRows(tx, ids), lockItems(tx, ids)])
  const itemByFeedbackId = new Map(items.map((item) => [item.feedback_id, item]))
  return requests.map((request) => ({ ...request, item: itemByFeedbackId.get(request.id) ?? null }))
}

/**
 * Locks one request and its roadmap item.
 * @throws 404
 */
export async function lockFeedbackAndItem(tx: WriteScope, id: string): Promise<LockedFeedbackAndItem> {
  const [locked] = await lockFeedbackAndItems(tx, [id])
  if (!locked) throw notFound()
  return locked
}

const lockFeedbackRows = ({ db, workspaceId }: WriteScope, ids: string[]) =>
  db
    .selectFrom('feedback')
    .select(['id', 'title', 'description', 'stage', 'status', 'product_stage as productStage'])
    .where('workspace_id', '=', workspaceId)
    .where(isOneOf('id', ids))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Compares with a single id by itself: the planner expects ten ids in a list, and may read the whole workspace. */
const isOneOf = (column: string, ids: string[]) =>
  ids.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${ids[0]}`
    : sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`

const lockItems = ({ db, workspaceId }: WriteScope, feedbackIds: string[]): Promise<LockedItem[]> =>
  db
    .selectFrom('roadmap_items')
    .select(['id', 'feedback_id', 'title', 'status', 'target_precision', 'target_date'])
    .where('workspace_id', '=', workspaceId)
    .where(isOneOf('feedback_id', feedbackIds))
    .orderBy('feedback_id')
    .forUpdate()
    .execute()
