import { sql } from 'kysely'
import { type AuditEventType, audit } from '../../audit/record.ts'
import { recordStageChanges } from '../../notifications/events/record.ts'
import { permit } from '../../platform/authorization.ts'
import { invalid, notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { RoadmapStatus } from '../../roadmap/schema.ts'
import { feedbackCan } from '../permissions.ts'
import type { FeedbackStatus, Stage } from '../schema.ts'
import { toStoredStage } from './stage-state.ts'
import { roadmapStatusOf, syncRoadmapItems } from './sync-roadmap-items.ts'

/** The two stored facts of a request, and the stage that they derive. */
export interface StageState {
  stage: Stage
  status: FeedbackStatus
  productStage: Exclude<Stage, 'pending'> | null
}

/** What a bulk operation has changed; what did not change is in none. */
export interface StageTransition {
  id: string
  title: string
  from: StageState
  to: StageState
}

/** What taking a move back needs to know of it. */
export interface UndoableTransition {
  id: string
  from: Omit<StageState, 'stage'>
  to: Omit<StageState, 'stage'>
}

/** More at once would hold too many others up. */
export const maxBulkSize = 100

/**
 * Moves requests to a stage, all or none. Roadmap items follow.
 * @returns those that were not there already.
 * @throws 400 for more than a hundred; 403; 404 when one of them is not there (any more).
 */
export const setStages = (tx: WriteScope, ids: string[], stage: Stage): Promise<StageTransition[]> =>
  changeStages(tx, 'feedback.stage_changed', new Map(ids.map((id) => [id, toStoredStage(stage)])))

/** Sets the status of requests, all or none, and otherwise as `setStages`. */
export const setStatuses = (tx: WriteScope, ids: string[], status: FeedbackStatus): Promise<StageTransition[]> =>
  changeStages(tx, 'feedback.status_changed', new Map(ids.map((id) => [id, { status }])))

/**
 * Takes a bulk operation back. Requests that somebody has moved since, or that are gone, stay as they are.
 * @returns what has changed by it.
 */
export async function undoStageTransitions(tx: WriteScope, moves: UndoableTransition[]): Promise<StageTransition[]> {
  permit(feedbackCan(tx.actor).triage)
  assertBulkSize(moves.length)
  const held = await lockFeedbackRows(
    tx,
    moves.map(({ id }) => id),
  )
  const isAsLeft = ({ id, to }: UndoableTransition) =>
    held.some((row) => row.id === id && row.status === to.status && row.productStage === to.productStage)
  const facts = moves.filter(isAsLeft).map(({ id, from }) => [id, toStored(from)] as const)
  return changeStages(tx, 'feedback.stage_changed', new Map(facts))
}

interface StoredStage {
  status: FeedbackStatus
  /** Undefined leaves it as it is. */
  product_stage?: StageState['productStage']
}

const toStored = ({ status, productStage }: UndoableTransition['from']): StoredStage => ({
  status,
  product_stage: productStage,
})

function assertBulkSize(count: number): void {
  if (count > maxBulkSize) throw invalid([{ path: '/ids', message: `must be at most ${maxBulkSize}` }])
}

/** Holds requests in the order of their ids, so that no two bulk operations wait for one another. */
async function lockFeedbackRows({ db, workspaceId }: WriteScope, ids: string[]) {
  return db
    .selectFrom('feedback')
    .select(['id', 'title', 'stage', 'status', 'product_stage as productStage'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

async function changeStages(
  tx: WriteScope,
  type: AuditEventType,
  wanted: Map<string, StoredStage>,
): Promise<StageTransition[]> {
  permit(feedbackCan(tx.actor).triage)
  assertBulkSize(wanted.size)
  const held = await lockFeedbackRows(tx, [...wanted.keys()])
  if (held.length < wanted.size) throw notFound()
  const moves = held.flatMap(({ id, title, stage, status, productStage }): StageTransition[] => {
    const facts = wanted.get(id)!
    const from = { stage, status, productStage }
    const to = deriveStage(facts.status, facts.product_stage === undefined ? productStage : facts.product_stage)
    const isSame = to.status === status && (to.productStage ?? 'in_review') === (productStage ?? 'in_review')
    return isSame ? [] : [{ id, title, from, to }]
  })
  if (moves.length === 0) return []
  const items = await lockItems(
    tx,
    moves.map(({ id }) => id),
  )
  writeTransitions(tx, moves)
  for (const move of moves) audit(tx, type, move.id, auditChangesOf(move, items.get(move.id)))
  return moves
}

/** The rule of `feedback.stage` (migration 0002), for what is about to be written. */
const deriveStage = (status: FeedbackStatus, productStage: StageState['productStage']): StageState => {
  if (status === 'pending') return { stage: 'pending', status, productStage }
  return { stage: status === 'approved' ? (productStage ?? 'in_review') : 'closed', status, productStage }
}

/** The roadmap items of held requests, held as well. */
async function lockItems({ db, workspaceId }: WriteScope, ids: string[]) {
  const rows = await db
    .selectFrom('roadmap_items')
    .select(['id', 'feedback_id', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`feedback_id = any(${ids}::uuid[])`)
    .orderBy('feedback_id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.feedback_id, row]))
}

function writeTransitions(tx: WriteScope, moves: StageTransition[]): void {
  const ids = moves.map(({ id }) => id)
  tx.defer(
    sql`update feedback f set status = n.status, product_stage = n.product_stage,
        updated_at = ${tx.now}, last_activity_at = ${tx.now}
      from unnest(${ids}::uuid[], ${moves.map(({ to }) => to.status)}::text[],
        ${moves.map(({ to }) => to.productStage)}::text[]) as n (id, status, product_stage)
      where f.workspace_id = ${tx.workspaceId} and f.id = n.id`.execute(tx.db),
  )
  syncRoadmapItems(tx, ids)
  recordStageChanges(
    tx,
    moves.map(({ id, from }) => ({ id, stage: from.stage })),
  )
}

/** As the operations on one request record it. */
const auditChangesOf = ({ from, to }: StageTransition, item: { id: string; status: RoadmapStatus } | undefined) => ({
  stage: [from.stage, to.stage],
  status: [from.status, to.status],
  ...(item && { roadmapItemId: item.id, itemStatus: [item.status, roadmapStatusOf(to.stage) ?? item.status] }),
})
