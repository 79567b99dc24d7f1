import { audit } from '../audit/record.ts'
import { factsOf, lockPair, writeFacts } from '../feedback/lifecycle/stage-state.ts'
import { permit } from '../members/roles.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { roadmapCan } from './permissions.ts'
import { feedbackOfItem } from './queries.ts'

/**
 * Takes an item off the roadmap; its request stays. One that was planned or in progress goes back to review, since
 * nobody promises it any more; one that was completed or closed stays so. Promoted again it gets a new item.
 * @throws 404, 403
 */
export async function deleteItem(tx: WriteScope, id: string): Promise<{ id: string; feedbackId: string }> {
  permit(roadmapCan(tx.actor).delete)
  const feedbackId = await feedbackOfItem(tx, id)
  const before = await lockPair(tx, feedbackId)
  const { item, stage } = before
  if (item === null) throw notFound()
  const isPromised = stage === 'planned' || stage === 'in_progress'
  if (isPromised) writeFacts(tx, { ...before, item: null }, factsOf('in_review'))
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
