import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { invalidState } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { lockFeedbackAndItem } from './lifecycle/stage-state.ts'
import { beingSentMessage } from './merge/merge.ts'
import { deleteFeedbackRow } from './merge/rows.ts'
import { lockLinkRows } from './merge/single-row-stores.ts'
import { listEntryLinks, listMergesInto, lockChangelogEntries } from './merge/snapshot.ts'
import { feedbackCan } from './permissions.ts'

/**
 * Deletes a request for good, with its votes, comments, roadmap item, links to and from it, and whatever was merged into
 * it. Its issue stays in the tracker; the audit trail says which it was.
 * @throws 404; 400 while it is being sent to the tracker; 403.
 */
export async function deleteFeedback(tx: WriteScope, id: string): Promise<void> {
  permit(feedbackCan(tx.actor).delete)
  await lockChangelogEntries(
    tx,
    (await listEntryLinks(tx, id)).map(({ key }) => key),
  )
  const { title, item } = await lockFeedbackAndItem(tx, id)
  const [links, merges] = await Promise.all([lockLinkRows(tx, id), listMergesInto(tx, id)])
  if (links.some(({ state }) => state === 'creating')) throw invalidState(beingSentMessage)
  const link = links.find(({ state }) => state === 'active')
  tx.defer(deleteFeedbackRow(tx, id))
  audit(tx, 'feedback.deleted', id, {
    title,
    ...(item && { roadmapItemId: item.id }),
    ...(link && { linkId: link.id, issue: link.identifier, issueUrl: link.url }),
    ...(merges.length > 0 && { mergedIds: merges.map((merge) => merge.id) }),
  })
}
