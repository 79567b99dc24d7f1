import { audit } from '../../audit/record.ts'
import { recordEvent } from '../../events/record.ts'
import { moveInboxOnMerge } from '../../inbox/notify.ts'
import { moveNotificationsOnMerge } from '../../notifications/events/move-on-merge.ts'
import { permit } from '../../platform/authorization.ts'
import { invalid, invalidState } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { syncRoadmapItems } from '../lifecycle/sync-roadmap-items.ts'
import { recordMilestone } from '../milestones.ts'
import { feedbackCan } from '../permissions.ts'
import { getFeedback, loadFeedbackJson } from '../queries.ts'
import type { Feedback } from '../schema.ts'
import { attributeRows, ownRows, reattributeRows } from './attribution.ts'
import { transferFollows } from './follows.ts'
import { lockChangelogEntries, lockSourceAndTarget } from './locks.ts'
import { transferRelation } from './one-to-one.ts'
import { itemStore, linkStore, lockItemRow, lockLinkRows } from './one-to-one-stores.ts'
import { transferOwner } from './owner.ts'
import { loadRelations, recordRelationEvents } from './relation-events.ts'
import { relationOwners } from './relation-owners.ts'
import {
  deleteFeedbackRow,
  getContext,
  listEntryLinks,
  listTopLevelCommentIds,
  listVoteRows,
  recountVotesAndComments,
  touchActivity,
} from './rows.ts'
import { insertMerge, listMergesInto, type Merge, type MergeSnapshot, updateMerges } from './snapshot.ts'
import { loadInsertableColumns } from './stored-row.ts'
import { transferTags } from './tags.ts'
import { transferRows } from './transfer-rows.ts'

/*
 * The life of a merged request (ADR 0014)
 *
 * A request is either live, a row of `feedback`, or merged, a row of `feedback_merges` with its target and a snapshot.
 * A target is always live: merging a target makes its merged requests point to the new target, so there are no chains,
 * and deleting a target deletes the requests merged into it.
 *
 *   live ── mergeFeedback ──> merged into T ── T is merged into U ──> merged into U
 *    ^                              │                                       │
 *    └────── unmergeFeedback ───────┴───────────────────────────────────────┘
 *
 * What happens to the rows of a source:
 * - Votes and changelog links are combined. The snapshot records for each whether it is the sole source of the target's
 *   row or one of several. Unmerging returns what the target still has; the target loses a row if the source was its
 *   sole source, unless a request that stays merged has it too.
 * - Decisions to follow the request are combined in the same way; the customer's decision about the target wins.
 * - The team's tags are combined in the same way. The target keeps its owner, or takes the source's if it has none.
 *   Only then does the notification of the source's owner move; the snapshot has a copy.
 * - Comments all move, and return with their replies.
 * - One-to-one relations (roadmap item, open tracker link) move if the target has none, else they are parked in the
 *   snapshot. When the target loses its row by an unmerge, a parked one takes its place.
 * - Ended tracker links and the private context are kept in the snapshot.
 *
 * Requests that were merged into the source before return together with it.
 *
 * Locks are taken in this order: changelog entries, requests by id, roadmap item and tracker links.
 */

/**
 * Merges a request into another.
 * @returns the target.
 * @throws 403; 404 for the source; 400 on `/intoId`; 400 while the source is being sent to the tracker.
 */
export async function mergeFeedback(tx: WriteScope, sourceId: string, targetId: string): Promise<Feedback> {
  permit(feedbackCan(tx.actor).merge)
  if (sourceId === targetId)
    throw invalid([{ path: '/intoId', message: 'must be another request', code: 'same-request' }])
  const linkedEntries = await listEntryLinks(tx, sourceId)
  await lockChangelogEntries(
    tx,
    linkedEntries.map(({ key }) => key),
  )
  const { row, targetOwnerId, targetVotes } = await lockSourceAndTarget(tx, sourceId, targetId)
  const input = await loadMergeInput(tx, sourceId, targetId)
  if (input.links.some(({ state }) => state === 'creating')) throw invalidState(beingSentMessage)
  const relations = await loadRelations(tx, [sourceId, targetId])

  const source: Merge = { id: sourceId, targetId, snapshot: { ...buildSnapshot(input), row } }
  const merges = input.merges.map(({ id, snapshot }) => ({
    id,
    targetId,
    snapshot: reattributeSnapshot(snapshot, input),
  }))
  transferRelations(tx, source, merges, input)
  transferOwner(tx, source, merges, targetOwnerId)
  await transferFollows(tx, source, merges)
  await transferTags(tx, source, merges)
  await transferRows(tx, sourceId, targetId)
  moveNotificationsOnMerge(tx, sourceId, targetId)
  source.snapshot.assignment = await moveInboxOnMerge(tx, { sourceId, targetId, ownerId: row.owner_id ?? null })
  insertMerge(tx, source)
  updateMerges(tx, merges)
  tx.defer(deleteFeedbackRow(tx, sourceId))
  recountVotesAndComments(tx, [targetId])
  tx.defer(touchActivity(tx, targetId))
  syncRoadmapItems(tx, [targetId])
  const { title } = row
  audit(tx, 'feedback.merged', sourceId, { title, intoId: targetId })
  audit(tx, 'feedback.merged', targetId, { mergedId: sourceId, title, votes: source.snapshot.votes.length })
  recordEvent(tx, {
    type: 'feedback.merged',
    resourceId: targetId,
    data: loadFeedbackJson,
    changes: { id: { from: sourceId, to: targetId } },
  })
  await recordRelationEvents(tx, [sourceId, targetId], relations)
  const target = await getFeedback(tx, targetId)
  recordMilestone(tx, targetId, targetVotes, target.votes)
  return target
}

export const beingSentMessage =
  'This request is being sent to the issue tracker. Try again once it has an issue or sending has failed.'

type MergeInput = Awaited<ReturnType<typeof loadMergeInput>>

/** Loads everything that belongs to the source, and what the target already has. The caller must have locked both. */
async function loadMergeInput(tx: WriteScope, sourceId: string, targetId: string) {
  const [merges, context, votes, entries, comments, item, links, columns, target] = await Promise.all([
    listMergesInto(tx, sourceId),
    getContext(tx, sourceId),
    listVoteRows(tx, sourceId),
    listEntryLinks(tx, sourceId),
    listTopLevelCommentIds(tx, sourceId),
    lockItemRow(tx, sourceId),
    lockLinkRows(tx, sourceId),
    loadInsertableColumns(tx),
    loadTargetInput(tx, sourceId, targetId),
  ])
  return { merges, context, votes, entries, comments, item, links, columns, target }
}

async function loadTargetInput(tx: WriteScope, sourceId: string, targetId: string) {
  const [votes, entries, item, links] = await Promise.all([
    listVoteRows(tx, targetId, sourceId),
    listEntryLinks(tx, targetId),
    lockItemRow(tx, targetId),
    lockLinkRows(tx, targetId),
  ])
  return {
    votes: new Set(votes.map(({ key }) => key)),
    entries: new Set(entries.map(({ key }) => key)),
    hasItem: item !== null,
    hasLink: links.some(({ state }) => state !== 'ended'),
  }
}

/** Builds the snapshot of the source's own rows, without those that it got from requests merged into it. */
function buildSnapshot(input: MergeInput): Omit<MergeSnapshot, 'row'> {
  const { merges, context, votes, entries, comments, links, target } = input
  const merged = merges.map(({ snapshot }) => snapshot)
  const mergedComments = new Set(merged.flatMap((snapshot) => snapshot.comments))
  const ownVotes = ownRows(
    votes,
    merged.map((snapshot) => snapshot.votes),
  )
  const ownEntries = ownRows(
    entries,
    merged.map((snapshot) => snapshot.entries),
  )
  return {
    context,
    votes: attributeRows(ownVotes, target.votes),
    entries: attributeRows(ownEntries, target.entries),
    comments: comments.filter((id) => !mergedComments.has(id)),
    item: null,
    link: null,
    endedLinks: links.filter(({ state }) => state === 'ended'),
    merges: merges.map(({ id }) => id),
  }
}

/** Attributes the rows of a request that was merged into the source to the new target. */
const reattributeSnapshot = (snapshot: MergeSnapshot, { votes, entries, target }: MergeInput): MergeSnapshot => ({
  ...snapshot,
  votes: reattributeRows(snapshot.votes, votes, target.votes),
  entries: reattributeRows(snapshot.entries, entries, target.entries),
})

function transferRelations(tx: WriteScope, source: Merge, merges: Merge[], input: MergeInput): void {
  const { item, links, columns, target } = input
  const { targetId } = source
  const link = links.find(({ state }) => state !== 'ended') ?? null
  const itemOwners = relationOwners('item', source, merges)
  const linkOwners = relationOwners('link', source, merges)
  transferRelation(itemStore(tx, columns), item, { ...itemOwners, targetId, isTargetTaken: target.hasItem })
  transferRelation(linkStore(tx, columns), link, { ...linkOwners, targetId, isTargetTaken: target.hasLink })
}
