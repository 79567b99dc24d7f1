import { audit } from '../audit/record.ts'
import { recordEvent } from '../events/record.ts'
import { permit } from '../platform/authorization.ts'
import { invalidState } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { getRoadmapItem } from '../roadmap/queries.ts'
import { lockFeedbackAndItem } from './lifecycle/lock.ts'
import { lockChangelogEntries } from './merge/locks.ts'
import { beingSentMessage } from './merge/merge.ts'
import { lockLinkRows } from './merge/one-to-one-stores.ts'
import { deleteFeedbackRow, listEntryLinks } from './merge/rows.ts'
import { listMergesInto } from './merge/snapshot.ts'
import { feedbackCan } from './permissions.ts'
import { getFeedback } from './queries.ts'

/**
 * Deletes a request permanently, with its votes, comments, roadmap item, changelog and tracker links, and the requests
 * merged into it. The issue stays in the tracker; the audit log names it.
 * @throws 403; 404; 400 while the request is being sent to the tracker.
 */
export async function deleteFeedback(tx: WriteScope, id: string): Promise<void> {
  permit(feedbackCan(tx.actor).delete)
  await lockChangelogEntries(
    tx,
    (await listEntryLinks(tx, id)).map(({ key }) => key),
  )
  const { title, item } = await lockFeedbackAndItem(tx, id)
  const [links, merges, lastState, lastItem] = await Promise.all([
    lockLinkRows(tx, id),
    listMergesInto(tx, id),
    getFeedback(tx, id),
    item && getRoadmapItem(tx, item.id),
  ])
  if (links.some(({ state }) => state === 'creating')) throw invalidState(beingSentMessage)
  const link = links.find(({ state }) => state === 'active')
  tx.defer(deleteFeedbackRow(tx, id))
  audit(tx, 'feedback.deleted', id, {
    title,
    ...(item && { roadmapItemId: item.id }),
    ...(link && { linkId: link.id, issue: link.identifier, issueUrl: link.url }),
    ...(merges.length > 0 && { mergedIds: merges.map((merge) => merge.id) }),
  })
  if (lastItem) recordEvent(tx, { type: 'roadmap.deleted', resourceId: lastItem.id, data: lastItem })
  recordEvent(tx, { type: 'feedback.deleted', resourceId: id, data: lastState })
}
