import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { permit } from '../../members/roles.ts'
import { newsFollowMerge } from '../../notifications/events/move-on-merge.ts'
import { invalid, refusal } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { itemsFollowStages } from '../lifecycle/sync-roadmap-items.ts'
import { lend, lendOn, ownOf } from './shared-rows.ts'
import { itemKeeper, itemOf, linkKeeper, linksOf } from './single-row-stores.ts'
import {
  entriesOf,
  type Kept,
  keepMerge,
  keepMerges,
  lockBoth,
  lockEntries,
  type Merge,
  mergesInto,
  recount,
} from './snapshot.ts'
import { contextOf, noteActivity, removeRow, rootsOf, votesOf } from './rows.ts'
import { handOver } from './single-rows.ts'
import { feedbackCan } from '../permissions.ts'
import { getFeedback } from '../queries.ts'
import type { Feedback } from '../schema.ts'

/**
 * Merges a request into another, which gets its votes, comments and changelog entries, and its roadmap item and issue
 * where it has none (ADR 0014). The source is no request any more; what it was is kept, for `unmergeFeedback`.
 * @returns the target.
 * @throws 404 for the source; 400 on `/intoId`; 400 while the source is being sent to the tracker; 403.
 */
export async function mergeFeedback(tx: WriteScope, sourceId: string, intoId: string): Promise<Feedback> {
  permit(feedbackCan(tx.actor).merge)
  if (sourceId === intoId) throw invalid([{ path: '/intoId', message: 'must be another request' }])
  await lockEntries(
    tx,
    (await entriesOf(tx, sourceId)).map(({ key }) => key),
  )
  const row = await lockBoth(tx, sourceId, intoId)
  const found = await gather(tx, sourceId, intoId)
  if (found.links.some(({ state }) => state === 'creating')) throw refusal(isBeingSent)

  const source: Merge = { id: sourceId, intoId, kept: { ...keptOf(found), row } }
  const merges = found.merges.map(({ id, kept }) => ({ id, intoId, kept: passOn(kept, found) }))
  giveSlots(tx, source, merges, found)
  await giveRows(tx, sourceId, intoId)
  newsFollowMerge(tx, sourceId, intoId)
  keepMerge(tx, source)
  keepMerges(tx, merges)
  tx.defer(removeRow(tx, sourceId))
  recount(tx, [intoId])
  tx.defer(noteActivity(tx, intoId))
  itemsFollowStages(tx, [intoId])
  audit(tx, 'feedback.merged', sourceId, { title: row.title, intoId })
  audit(tx, 'feedback.merged', intoId, { mergedId: sourceId, title: row.title, votes: source.kept.votes.length })
  return getFeedback(tx, intoId)
}

export const isBeingSent =
  'This request is being sent to the issue tracker. Try again when it has its issue, or sending has failed.'

type Gathered = Awaited<ReturnType<typeof gather>>

/** Everything that belongs to the source, and what of it the target has too. The caller holds both. */
async function gather(tx: WriteScope, sourceId: string, intoId: string) {
  const [merges, context, votes, entries, comments, item, links, target] = await Promise.all([
    mergesInto(tx, sourceId),
    contextOf(tx, sourceId),
    votesOf(tx, sourceId),
    entriesOf(tx, sourceId),
    rootsOf(tx, sourceId),
    itemOf(tx, sourceId),
    linksOf(tx, sourceId),
    Promise.all([votesOf(tx, intoId, sourceId), entriesOf(tx, intoId), itemOf(tx, intoId), linksOf(tx, intoId)]),
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
function keptOf({ merges, context, votes, entries, comments, links, into }: Gathered): Omit<Kept, 'row'> {
  const others = merges.map(({ kept }) => kept)
  const theirs = new Set(others.flatMap((kept) => kept.comments))
  const ownVotes = ownOf(
    votes,
    others.map((kept) => kept.votes),
  )
  const ownEntries = ownOf(
    entries,
    others.map((kept) => kept.entries),
  )
  return {
    context,
    votes: lend(ownVotes, into.votes),
    entries: lend(ownEntries, into.entries),
    comments: comments.filter((id) => !theirs.has(id)),
    item: null,
    link: null,
    endedLinks: links.filter(({ state }) => state === 'ended'),
    merges: merges.map(({ id }) => id),
  }
}

/** The same for what was merged into the source: it belongs to the target from now on. */
const passOn = (kept: Kept, { votes, entries, into }: Gathered): Kept => ({
  ...kept,
  votes: lendOn(kept.votes, votes, into.votes),
  entries: lendOn(kept.entries, entries, into.entries),
})

function giveSlots(tx: WriteScope, source: Merge, merges: Merge[], { item, links, into }: Gathered): void {
  const { intoId } = source
  const link = links.find(({ state }) => state !== 'ended') ?? null
  handOver(itemKeeper(tx), item, { ...holders('item', source, merges), intoId, isTaken: into.hasItem })
  handOver(linkKeeper(tx), link, { ...holders('link', source, merges), intoId, isTaken: into.hasLink })
}

/** One slot of merges, to be written through. */
const holderOf = <K extends 'item' | 'link'>(slot: K, { kept }: Merge) => ({
  get slot() {
    return kept[slot]
  },
  set slot(value: Kept[K]) {
    kept[slot] = value
  },
})

export const holders = <K extends 'item' | 'link'>(slot: K, source: Merge, merges: Merge[]) => ({
  source: holderOf(slot, source),
  merges: merges.map((merge) => holderOf(slot, merge)),
})

/** Votes that the target lacks, all comments, and the entries that do not link it yet. */
async function giveRows({ db, workspaceId }: Scope, sourceId: string, intoId: string): Promise<void> {
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
