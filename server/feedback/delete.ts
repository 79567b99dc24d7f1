import { audit } from '../audit/record.ts'
import { permit } from '../members/roles.ts'
import { refusal } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { isBeingSent } from './merge/merge.ts'
import { linksOf } from './merge/single-row-stores.ts'
import { entriesOf, lockEntries, mergesInto } from './merge/snapshot.ts'
import { removeRow } from './merge/rows.ts'
import { feedbackCan } from './permissions.ts'
import { lockPair } from './lifecycle/stage-state.ts'

/**
 * Deletes a request for good, with its votes, comments, roadmap item, links to and from it, and whatever was merged into
 * it. Its issue stays in the tracker; the audit trail says which it was.
 * @throws 404; 400 while it is being sent to the tracker; 403.
 */
export async function deleteFeedback(tx: WriteScope, id: string): Promise<void> {
  permit(feedbackCan(tx.actor).delete)
  await lockEntries(
    tx,
    (await entriesOf(tx, id)).map(({ key }) => key),
  )
  const { title, item } = await lockPair(tx, id)
  const [links, merges] = await Promise.all([linksOf(tx, id), mergesInto(tx, id)])
  if (links.some(({ state }) => state === 'creating')) throw refusal(isBeingSent)
  const link = links.find(({ state }) => state === 'active')
  tx.defer(removeRow(tx, id))
  audit(tx, 'feedback.deleted', id, {
    title,
    ...(item && { roadmapItemId: item.id }),
    ...(link && { linkId: link.id, issue: link.identifier, issueUrl: link.url }),
    ...(merges.length > 0 && { mergedIds: merges.map((merge) => merge.id) }),
  })
}
