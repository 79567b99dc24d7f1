import { type AuditEventType, audit } from '../../audit/record.ts'
import { choiceAuditChange, type NotificationChoice } from '../../notifications/events/choice.ts'
import { notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { requireBulkIds } from '../bulk-ids.ts'
import type { StoredStageUpdate } from './derive-stage.ts'
import { type LockedFeedbackAndItem, lockFeedbackAndItems } from './lock.ts'
import { type StageTransition, stageAuditChanges, transitionOf, writeTransitions } from './transitions.ts'

/**
 * Applies the same update to all of these requests or, if one of them does not exist, to none.
 * @returns the requests that changed.
 * @throws 400 for more than 100 ids; 404
 */
export async function applyStageUpdate(
  tx: WriteScope,
  type: AuditEventType,
  requestedIds: string[],
  update: StoredStageUpdate,
  choice: NotificationChoice,
): Promise<StageTransition[]> {
  const locked = await lockRequested(tx, requestedIds)
  return writeStageUpdates(
    tx,
    type,
    locked.map((request) => [request, update] as const),
    choice,
  )
}

/**
 * Locks requests for a bulk operation.
 * @throws 400 for more than 100 ids; 404 if one of them does not exist
 */
export async function lockRequested(tx: WriteScope, requestedIds: string[]): Promise<LockedFeedbackAndItem[]> {
  const ids = requireBulkIds(requestedIds)
  const locked = await lockFeedbackAndItems(tx, ids)
  if (locked.length < ids.length) throw notFound()
  return locked
}

/** Writes updates of locked requests, with one audit event for each request that changed. */
export function writeStageUpdates(
  tx: WriteScope,
  type: AuditEventType,
  updates: (readonly [LockedFeedbackAndItem, StoredStageUpdate])[],
  choice: NotificationChoice,
): StageTransition[] {
  const changes = writeTransitions(
    tx,
    updates.map(([request, update]) => transitionOf(request, update)),
    choice,
  )
  for (const change of changes) auditStageChange(tx, type, change, choice)
  return changes
}

/** Records the change of one request. @param item what became of its roadmap item, if it did not just follow */
export const auditStageChange = (
  tx: WriteScope,
  type: AuditEventType,
  change: StageTransition,
  choice: NotificationChoice,
  item: object = {},
): void =>
  audit(tx, type, change.id, {
    ...stageAuditChanges(change),
    ...productStageAuditChange(change),
    ...item,
    ...choiceAuditChange(choice),
  })

// An approved request's stage already shows its product stage. Undo also needs the product stage of the others.
export const productStageAuditChange = ({ from, to }: StageTransition) =>
  from.status !== 'approved' && from.productStage !== to.productStage
    ? { productStage: [from.productStage, to.productStage] }
    : {}
