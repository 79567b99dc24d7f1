import { audit } from '../../audit/record.ts'
import { recordEvent } from '../../events/record.ts'
import { moveInboxWithComments, restoreAssignment } from '../../inbox/notify.ts'
import { moveEventsWithComments } from '../../notifications/events/move-on-merge.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { syncRoadmapItems } from '../lifecycle/sync-roadmap-items.ts'
import { feedbackCan } from '../permissions.ts'
import { getFeedback, loadFeedbackJson, lockFeedbackIfExists } from '../queries.ts'
import type { Feedback } from '../schema.ts'
import { restoreFollows } from './follows.ts'
import { lockChangelogEntries } from './locks.ts'
import { restoreRelation } from './one-to-one.ts'
import { insertLinks, itemStore, linkStore, lockItemRow, lockLinkRows } from './one-to-one-stores.ts'
import { restoredOwner, takeOwnerBack } from './owner.ts'
import { loadRelations, recordRelationEvents } from './relation-events.ts'
import { relationOwners } from './relation-owners.ts'
import { restoreComments, restoreEntryLinks, restoreRow, restoreVotes, type UnmergePlan } from './restore-rows.ts'
import { recountVotesAndComments } from './rows.ts'
import { deleteMerge, getMerge, listMergesInto, updateMerges } from './snapshot.ts'
import { loadInsertableColumns } from './stored-row.ts'
import { restoreTags } from './tags.ts'

/**
 * Restores a merged request together with the requests that had been merged into it before (see merge.ts). What was
 * added to the target since stays there, except replies, which move with their comment.
 * @param isErasure whether the target is deleted next, with what its submitter wrote
 * @returns the restored request.
 * @throws 403; 404 if the request is not merged.
 */
export async function unmergeFeedback(
  tx: WriteScope,
  sourceId: string,
  { isErasure = false }: { isErasure?: boolean } = {},
): Promise<Feedback> {
  permit(feedbackCan(tx.actor).merge)
  const plan = await planUnmerge(tx, sourceId)
  const { own, returning, staying, targetId } = plan
  const relations = await loadRelations(tx, [sourceId, targetId])
  takeOwnerBack(tx, plan)
  restoreRow(tx, plan, restoredOwner(plan))
  await restoreVotes(tx, plan)
  await restoreFollows(tx, plan)
  await restoreTags(tx, plan)
  await restoreEntryLinks(tx, plan)
  restoreComments(tx, plan)
  moveEventsWithComments(tx, sourceId)
  moveInboxWithComments(tx, sourceId)
  const stored = own.snapshot.assignment
  if (stored) restoreAssignment(tx, { sourceId, targetId, stored })
  await restoreRelations(tx, plan)
  for (const merge of returning) merge.targetId = sourceId
  const leaving = new Set([sourceId, ...returning.map(({ id }) => id)])
  for (const { snapshot } of staying) snapshot.merges = snapshot.merges.filter((id) => !leaving.has(id))
  updateMerges(tx, [...returning, ...staying])
  deleteMerge(tx, sourceId)
  recountVotesAndComments(tx, [sourceId, targetId])
  syncRoadmapItems(tx, [sourceId, targetId])
  const { title } = own.snapshot.row
  audit(tx, 'feedback.unmerged', sourceId, { title, fromId: targetId })
  audit(tx, 'feedback.unmerged', targetId, { restoredId: sourceId, title })
  recordEvent(tx, {
    type: 'feedback.unmerged',
    resourceId: sourceId,
    data: loadFeedbackJson,
    changes: { id: { from: targetId, to: sourceId } },
  })
  // Votes and comments return to the restored request.
  recordEvent(tx, { type: 'feedback.updated', resourceId: targetId, data: loadFeedbackJson })
  await recordRelationEvents(tx, [sourceId, targetId], relations, { isErasure })
  return getFeedback(tx, sourceId)
}

/** Locks the target. Starts over if the target was merged into another request before it was locked. */
async function planUnmerge(tx: WriteScope, sourceId: string): Promise<UnmergePlan> {
  const { targetId, snapshot } = await getMerge(tx, sourceId)
  await lockChangelogEntries(
    tx,
    snapshot.entries.map(({ key }) => key),
  )
  const target = await lockFeedbackIfExists(tx, targetId)
  const merges = target ? await listMergesInto(tx, targetId) : []
  const own = merges.find(({ id }) => id === sourceId)
  if (!own) return planUnmerge(tx, sourceId)
  const returningIds = new Set(own.snapshot.merges)
  const others = merges.filter((merge) => merge !== own)
  return {
    own,
    targetId,
    returning: others.filter(({ id }) => returningIds.has(id)),
    staying: others.filter(({ id }) => !returningIds.has(id)),
    columns: await loadInsertableColumns(tx),
  }
}

async function restoreRelations(tx: WriteScope, plan: UnmergePlan): Promise<void> {
  const { own, returning, staying, targetId, columns } = plan
  const [item, links] = await Promise.all([lockItemRow(tx, targetId), lockLinkRows(tx, targetId)])
  const link = links.find(({ state }) => state !== 'ended') ?? null
  const sides = <K extends 'item' | 'link'>(name: K) => {
    const { source: restored, merges } = relationOwners(name, own, returning)
    return {
      restored,
      returning: merges,
      staying: relationOwners(name, own, staying).merges,
      restoredId: own.id,
      targetId,
    }
  }
  const storedLink = own.snapshot.link
  restoreRelation(itemStore(tx, columns), item, sides('item'))
  restoreRelation(linkStore(tx, columns), link, sides('link'))
  // A link that ended while it was at the target returns as ended.
  const ended = links.find(({ id, state }) => state === 'ended' && id === storedLink?.row.id)
  if (ended) linkStore(tx, columns).move(ended.id, own.id)
  insertLinks(tx, own.snapshot.endedLinks, { feedbackId: own.id, columns })
}
