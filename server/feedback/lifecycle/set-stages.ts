import { sql } from 'kysely'
import { audit, type EventType } from '../../audit/record.ts'
import { permit } from '../../members/roles.ts'
import { noteMoves } from '../../notifications/events/record.ts'
import { invalid, notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { itemsFollowStages, statusOf } from './sync-roadmap-items.ts'
import type { RoadmapStatus } from '../../roadmap/schema.ts'
import { feedbackCan } from '../permissions.ts'
import type { Moderation, Stage } from '../schema.ts'
import { factsOf } from './stage-state.ts'

/** The two stored facts of a request, and the stage that they derive. */
export interface Standing {
  stage: Stage
  moderation: Moderation
  productStage: Exclude<Stage, 'pending'> | null
}

/** What a bulk operation has changed; what did not change is in none. */
export interface Move {
  id: string
  title: string
  from: Standing
  to: Standing
}

/** What taking a move back needs to know of it. */
export interface Undoable {
  id: string
  from: Omit<Standing, 'stage'>
  to: Omit<Standing, 'stage'>
}

/** More at once would hold too many others up. */
export const bulkAtMost = 100

/**
 * Moves requests to a stage, all or none. Roadmap items follow.
 * @returns those that were not there already.
 * @throws 400 for more than a hundred; 403; 404 when one of them is not there (any more).
 */
export const setStages = (tx: WriteScope, ids: string[], stage: Stage): Promise<Move[]> =>
  moveAll(tx, 'feedback.stage_changed', new Map(ids.map((id) => [id, factsOf(stage)])))

/** Sets the moderation state of requests, all or none, and otherwise as `setStages`. */
export const setStatuses = (tx: WriteScope, ids: string[], status: Moderation): Promise<Move[]> =>
  moveAll(tx, 'feedback.status_changed', new Map(ids.map((id) => [id, { moderation: status }])))

/**
 * Takes a bulk operation back. Requests that somebody has moved since, or that are gone, stay as they are.
 * @returns what has changed by it.
 */
export async function undoMoves(tx: WriteScope, moves: Undoable[]): Promise<Move[]> {
  permit(feedbackCan(tx.actor).triage)
  refuseTooMany(moves.length)
  const held = await lockAll(
    tx,
    moves.map(({ id }) => id),
  )
  const isAsLeft = ({ id, to }: Undoable) =>
    held.some((row) => row.id === id && row.moderation === to.moderation && row.productStage === to.productStage)
  const facts = moves.filter(isAsLeft).map(({ id, from }) => [id, back(from)] as const)
  return moveAll(tx, 'feedback.stage_changed', new Map(facts))
}

interface Facts {
  moderation: Moderation
  /** Undefined leaves it as it is. */
  product_stage?: Standing['productStage']
}

const back = ({ moderation, productStage }: Undoable['from']): Facts => ({ moderation, product_stage: productStage })

function refuseTooMany(count: number): void {
  if (count > bulkAtMost) throw invalid([{ path: '/ids', message: `must be at most ${bulkAtMost}` }])
}

/** Holds requests in the order of their ids, so that no two bulk operations wait for one another. */
async function lockAll({ db, workspaceId }: WriteScope, ids: string[]) {
  return db
    .selectFrom('feedback')
    .select(['id', 'title', 'stage', 'moderation', 'product_stage as productStage'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

async function moveAll(tx: WriteScope, type: EventType, wanted: Map<string, Facts>): Promise<Move[]> {
  permit(feedbackCan(tx.actor).triage)
  refuseTooMany(wanted.size)
  const held = await lockAll(tx, [...wanted.keys()])
  if (held.length < wanted.size) throw notFound()
  const moves = held.flatMap(({ id, title, stage, moderation, productStage }): Move[] => {
    const facts = wanted.get(id)!
    const from = { stage, moderation, productStage }
    const to = standingOf(facts.moderation, facts.product_stage === undefined ? productStage : facts.product_stage)
    const isSame = to.moderation === moderation && (to.productStage ?? 'in_review') === (productStage ?? 'in_review')
    return isSame ? [] : [{ id, title, from, to }]
  })
  if (moves.length === 0) return []
  const items = await itemsOf(
    tx,
    moves.map(({ id }) => id),
  )
  writeMoves(tx, moves)
  for (const move of moves) audit(tx, type, move.id, changesOf(move, items.get(move.id)))
  return moves
}

/** The rule of `feedback.stage` (migration 0002), for what is about to be written. */
const standingOf = (moderation: Moderation, productStage: Standing['productStage']): Standing => {
  if (moderation === 'pending') return { stage: 'pending', moderation, productStage }
  return { stage: moderation === 'approved' ? (productStage ?? 'in_review') : 'closed', moderation, productStage }
}

/** The roadmap items of held requests, held as well. */
async function itemsOf({ db, workspaceId }: WriteScope, ids: string[]) {
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

function writeMoves(tx: WriteScope, moves: Move[]): void {
  const ids = moves.map(({ id }) => id)
  tx.defer(
    sql`update feedback f set moderation = n.moderation, product_stage = n.product_stage,
        updated_at = ${tx.now}, active_at = ${tx.now}
      from unnest(${ids}::uuid[], ${moves.map(({ to }) => to.moderation)}::text[],
        ${moves.map(({ to }) => to.productStage)}::text[]) as n (id, moderation, product_stage)
      where f.workspace_id = ${tx.workspaceId} and f.id = n.id`.execute(tx.db),
  )
  itemsFollowStages(tx, ids)
  noteMoves(
    tx,
    moves.map(({ id, from }) => ({ id, stage: from.stage })),
  )
}

/** As the operations on one request record it. */
const changesOf = ({ from, to }: Move, item: { id: string; status: RoadmapStatus } | undefined) => ({
  stage: [from.stage, to.stage],
  status: [from.moderation, to.moderation],
  ...(item && { roadmapItemId: item.id, itemStatus: [item.status, statusOf(to.stage) ?? item.status] }),
})
