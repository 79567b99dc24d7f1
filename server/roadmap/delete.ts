import { audit } from '../audit/record.ts'
import { lockFeedbackAndItem, toStoredStage, writeStage } from '../feedback/lifecycle/stage-state.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { roadmapCan } from './permissions.ts'
import { getFeedbackIdOfItem } from './queries.ts'

/**
 * Takes an item off the roadmap; its request stays. One that was planned or in progress goes back to review, since
 * nobody promises it any more; one that was completed or closed stays so. Promoted again it gets a new item.
 * @throws 404, 403
 */
export async function deleteRoadmapItem(tx: WriteScope, id: string): Promise<{ id: string; feedbackId: string }> {
  permit(roadmapCan(tx.actor).delete)
  const feedbackId = await getFeedbackIdOfItem(tx, id)
  const before = await lockFeedbackAndItem(tx, feedbackId)
  const { item, stage } = before
  if (item === null) throw notFound()
  const isPromised = stage === 'planned' || stage === 'in_progress'
  if (isPromised) writeStage(tx, { ...before, item: null }, toStoredStage('in_review'))
  tx.defer(
    tx.db.deleteFrom('roadmap_items').where('workspace_id', '=', tx.workspaceId).where('id', '=', item.id).execute(),
  )
  const { title, status } = item
  audit(tx, 'roadmap.deleted', item.id, {
    feedbackId,
    title,
    itemStatus: [status, null],
    stage: [stage, isPromised ? 'in_review' : stage],
  })
  return { id: item.id, feedbackId }
}
