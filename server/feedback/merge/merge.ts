import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { moveNotificationsOnMerge } from '../../notifications/events/move-on-merge.ts'
import { permit } from '../../platform/authorization.ts'
import { invalid, invalidState } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { syncRoadmapItems } from '../lifecycle/sync-roadmap-items.ts'
import { feedbackCan } from '../permissions.ts'
import { getFeedback } from '../queries.ts'
import type { Feedback } from '../schema.ts'
import { deleteFeedbackRow, getContext, listTopLevelCommentIds, listVoteRows, touchActivity } from './rows.ts'
import { attributeRows, ownRows, reattributeRows } from './shared-rows.ts'
import { itemStore, linkStore, lockItemRow, lockLinkRows } from './single-row-stores.ts'
import { transferRelation } from './single-rows.ts'
import {
  insertMerge,
  listEntryLinks,
  listMergesInto,
  lockChangelogEntries,
  lockSourceAndTarget,
  type Merge,
  type MergeSnapshot,
  recountVotesAndComments,
  updateMerges,
} from './snapshot.ts'

/**
 * Merges a request into another, which gets its votes, comments and changelog entries, and its roadmap item and issue
 * where it has none (ADR 0014). The source is no request any more; what it was is kept, for `unmergeFeedback`.
 * @returns the target.
 * @throws 404 for the source; 400 on `/intoId`; 400 while the source is being sent to the tracker; 403.
 */
export async function mergeFeedback(tx: WriteScope, sourceId: string, intoId: string): Promise<Feedback> {
  permit(feedbackCan(tx.actor).merge)
  if (sourceId === intoId) throw invalid([{ path: '/intoId', message: 'must be another request' }])
  await lockChangelogEntries(
    tx,
    (await listEntryLinks(tx, sourceId)).map(({ key }) => key),
  )
  const row = await lockSourceAndTarget(tx, sourceId, intoId)
  const found = await loadMergeInput(tx, sourceId, intoId)
  if (found.links.some(({ state }) => state === 'creating')) throw invalidState(beingSentMessage)

  const source: Merge = { id: sourceId, intoId, snapshot: { ...buildSnapshot(found), row } }
  const merges = found.merges.map(({ id, snapshot }) => ({
    id,
    intoId,
    snapshot: reattributeSnapshot(snapshot, found),
  }))
  transferRelations(tx, source, merges, found)
  await transferRows(tx, sourceId, intoId)
  moveNotificationsOnMerge(tx, sourceId, intoId)
  insertMerge(tx, source)
  updateMerges(tx, merges)
  tx.defer(deleteFeedbackRow(tx, sourceId))
  recountVotesAndComments(tx, [intoId])
  tx.defer(touchActivity(tx, intoId))
  syncRoadmapItems(tx, [intoId])
  audit(tx, 'feedback.merged', sourceId, { title: row.title, intoId })
  audit(tx, 'feedback.merged', intoId, { mergedId: sourceId, title: row.title, votes: source.snapshot.votes.length })
  return getFeedback(tx, intoId)
}

export const beingSentMessage =
  'This request is being sent to the issue tracker. Try again when it has its issue, or sending has failed.'

type MergeInput = Awaited<ReturnType<typeof loadMergeInput>>

/** Everything that belongs to the source, and what of it the target has too. The caller holds both. */
async function loadMergeInput(tx: WriteScope, sourceId: string, intoId: string) {
  const [merges, context, votes, entries, comments, item, links, target] = await Promise.all([
    listMergesInto(tx, sourceId),
    getContext(tx, sourceId),
    listVoteRows(tx, sourceId),
    listEntryLinks(tx, sourceId),
    listTopLevelCommentIds(tx, sourceId),
    lockItemRow(tx, sourceId),
    lockLinkRows(tx, sourceId),
    Promise.all([
      listVoteRows(tx, intoId, sourceId),
      listEntryLinks(tx, intoId),
      lockItemRow(tx, intoId),
      lockLinkRows(tx, intoId),
    ]),
  ])
  const [intoVotes, intoEntries, intoItem, intoLinks] = target
  return {
    merges,
    context,
    votes,
    entries,
    comments,
    item,
    links,
    into: {
      votes: new Set(intoVotes.map(({ key }) => key)),
      entries: new Set(intoEntries.map(({ key }) => key)),
      hasItem: intoItem !== null,
      hasLink: intoLinks.some(({ state }) => state !== 'ended'),
    },
  }
}

/** What is the source's own, as opposed to what requests have lent it that were merged into it. */
function buildSnapshot({
  merges,
  context,
  votes,
  entries,
  comments,
  links,
  into,
}: MergeInput): Omit<MergeSnapshot, 'row'> {
  const others = merges.map(({ snapshot: kept }) => kept)
  const theirs = new Set(others.flatMap((kept) => kept.comments))
  const ownVotes = ownRows(
    votes,
    others.map((kept) => kept.votes),
  )
  const ownEntries = ownRows(
    entries,
    others.map((kept) => kept.entries),
  )
  return {
    context,
    votes: attributeRows(ownVotes, into.votes),
    entries: attributeRows(ownEntries, into.entries),
    comments: comments.filter((id) => !theirs.has(id)),
    item: null,
    link: null,
    endedLinks: links.filter(({ state }) => state === 'ended'),
    merges: merges.map(({ id }) => id),
  }
}

/** The same for what was merged into the source: it belongs to the target from now on. */
const reattributeSnapshot = (kept: MergeSnapshot, { votes, entries, into }: MergeInput): MergeSnapshot => ({
  ...kept,
  votes: reattributeRows(kept.votes, votes, into.votes),
  entries: reattributeRows(kept.entries, entries, into.entries),
})

function transferRelations(tx: WriteScope, source: Merge, merges: Merge[], { item, links, into }: MergeInput): void {
  const { intoId } = source
  const link = links.find(({ state }) => state !== 'ended') ?? null
  transferRelation(itemStore(tx), item, { ...relationOwners('item', source, merges), intoId, isTaken: into.hasItem })
  transferRelation(linkStore(tx), link, { ...relationOwners('link', source, merges), intoId, isTaken: into.hasLink })
}

/** One slot of merges, to be written through. */
const relationOwnerOf = <K extends 'item' | 'link'>(slot: K, { snapshot: kept }: Merge) => ({
  get slot() {
    return kept[slot]
  },
  set slot(value: MergeSnapshot[K]) {
    kept[slot] = value
  },
})

export const relationOwners = <K extends 'item' | 'link'>(slot: K, source: Merge, merges: Merge[]) => ({
  source: relationOwnerOf(slot, source),
  merges: merges.map((merge) => relationOwnerOf(slot, merge)),
})

/** Votes that the target lacks, all comments, and the entries that do not link it yet. */
async function transferRows({ db, workspaceId }: Scope, sourceId: string, intoId: string): Promise<void> {
  await Promise.all([
    sql`insert into votes (workspace_id, feedback_id, customer_id, created_at)
      select workspace_id, ${intoId}, customer_id, created_at from votes
      where workspace_id = ${workspaceId} and feedback_id = ${sourceId} on conflict do nothing`.execute(db),
    db
      .updateTable('comments')
      .set({ feedback_id: intoId })
      .where('workspace_id', '=', workspaceId)
      .where('feedback_id', '=', sourceId)
      .execute(),
    sql`update changelog_entry_feedback l set feedback_id = ${intoId}
      where workspace_id = ${workspaceId} and feedback_id = ${sourceId} and not exists (
        select from changelog_entry_feedback o
        where o.workspace_id = l.workspace_id and o.entry_id = l.entry_id and o.feedback_id = ${intoId})`.execute(db),
  ])
}
