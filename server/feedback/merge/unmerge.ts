import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { moveEventsWithComments } from '../../notifications/events/move-on-merge.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { syncRoadmapItems } from '../lifecycle/sync-roadmap-items.ts'
import { feedbackCan } from '../permissions.ts'
import { getFeedback, lockFeedbackIfExists } from '../queries.ts'
import type { Feedback } from '../schema.ts'
import { searchKeys } from '../search/search-keys.ts'
import { relationOwners } from './merge.ts'
import { type RestoredRows, restoreRows } from './shared-rows.ts'
import { insertLinks, itemStore, linkStore, lockItemRow, lockLinkRows } from './single-row-stores.ts'
import { restoreRelation } from './single-rows.ts'
import {
  getMerge,
  listEntryLinks,
  listMergesInto,
  lockChangelogEntries,
  type Merge,
  type MergeSnapshot,
  recountVotesAndComments,
  updateMerges,
} from './snapshot.ts'

/**
 * Brings back a request that was merged, with what belonged to it and what had been merged into it before (ADR 0014).
 * What came to the target since stays there, but for replies, which go with the comment that they answer.
 * @returns the request.
 * @throws 404 when it is not merged; 403.
 */
export async function unmergeFeedback(tx: WriteScope, sourceId: string): Promise<Feedback> {
  permit(feedbackCan(tx.actor).merge)
  const parting = await planUnmerge(tx, sourceId)
  const { own, returning, staying, targetId } = parting
  restoreRow(tx, own)
  await restoreVotes(tx, parting)
  await restoreEntryLinks(tx, parting)
  restoreComments(tx, parting)
  moveEventsWithComments(tx, sourceId)
  await restoreRelations(tx, parting)
  for (const merge of returning) merge.intoId = sourceId
  const gone = new Set([sourceId, ...returning.map(({ id }) => id)])
  for (const { snapshot: kept } of staying) kept.merges = kept.merges.filter((id) => !gone.has(id))
  updateMerges(tx, [...returning, ...staying])
  tx.defer(
    tx.db
      .deleteFrom('feedback_merges')
      .where('workspace_id', '=', tx.workspaceId)
      .where('feedback_id', '=', sourceId)
      .execute(),
  )
  recountVotesAndComments(tx, [sourceId, targetId])
  syncRoadmapItems(tx, [sourceId, targetId])
  audit(tx, 'feedback.unmerged', sourceId, { title: own.snapshot.row.title, fromId: targetId })
  audit(tx, 'feedback.unmerged', targetId, { restoredId: sourceId, title: own.snapshot.row.title })
  return getFeedback(tx, sourceId)
}

/** A request that leaves its target, what goes with it and what stays merged there. */
interface UnmergePlan {
  own: Merge
  returning: Merge[]
  staying: Merge[]
  targetId: string
}

/** Holds the target, which may have become another until it is held. */
async function planUnmerge(tx: WriteScope, sourceId: string): Promise<UnmergePlan> {
  const { intoId: targetId, snapshot: kept } = await getMerge(tx, sourceId)
  await lockChangelogEntries(
    tx,
    kept.entries.map(({ key }) => key),
  )
  const target = await lockFeedbackIfExists(tx, targetId)
  const merges = target ? await listMergesInto(tx, targetId) : []
  const own = merges.find(({ id }) => id === sourceId)
  if (!own) return planUnmerge(tx, sourceId)
  const goes = new Set(own.snapshot.merges)
  const others = merges.filter((merge) => merge !== own)
  return {
    own,
    targetId,
    returning: others.filter(({ id }) => goes.has(id)),
    staying: others.filter(({ id }) => !goes.has(id)),
  }
}

function restoreRow(tx: WriteScope, { id, intoId, snapshot: { row, context } }: Merge): void {
  const { db, workspaceId } = tx
  const board = sql<string>`coalesce(
    (select id from boards where workspace_id = ${workspaceId} and id = ${row.board_id}),
    (select board_id from feedback where workspace_id = ${workspaceId} and id = ${intoId}))`
  const search_keys = searchKeys(workspaceId, row.title, row.description)
  tx.defer(
    db
      .insertInto('feedback')
      .values({ ...row, workspace_id: workspaceId, id, board_id: board, search_keys })
      .execute(),
  )
  if (context === null) return
  const customer = sql<string | null>`(select id from customers
    where workspace_id = ${workspaceId} and id = ${context.customerId}::uuid)`
  tx.defer(
    db
      .insertInto('feedback_context')
      .values({
        workspace_id: workspaceId,
        feedback_id: id,
        customer_id: customer,
        source_url: context.sourceUrl,
        metadata: context.metadata === null ? null : JSON.stringify(context.metadata),
      })
      .execute(),
  )
}

/** Sorts out what is claimed of the target, and notes in the merges what is claimed from now on. */
function restoreAttribution<K extends 'votes' | 'entries'>(
  kind: K,
  { own, returning, staying }: UnmergePlan,
  held: { key: string; value: MergeSnapshot[K][number]['value'] }[],
) {
  const claimsOf = ({ snapshot: kept }: Merge) => kept[kind] as never
  const settled = restoreRows<MergeSnapshot[K][number]['value']>({
    own: claimsOf(own),
    returning: returning.map(claimsOf),
    staying: staying.map(claimsOf),
    held,
  })
  const note = (merges: Merge[], claims: unknown[]) =>
    merges.forEach(({ snapshot: kept }, index) => {
      kept[kind] = claims[index] as never
    })
  note(returning, settled.returning)
  note(staying, settled.staying)
  return settled
}

const toColumns = <V>(rows: RestoredRows<V>['restored']) => [rows.map(({ key }) => key), rows.map(({ value }) => value)]

async function restoreVotes(tx: WriteScope, parting: UnmergePlan): Promise<void> {
  const { own, returning, targetId } = parting
  const customers = [own, ...returning].flatMap(({ snapshot: kept }) => kept.votes.map(({ key }) => key))
  const held = await tx.db
    .selectFrom('votes')
    .select(['customer_id as key', 'created_at as value'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('feedback_id', '=', targetId)
    .where(sql<boolean>`customer_id = any(${customers}::uuid[])`)
    .execute()
  const { restored, removed: leaving, inherited } = restoreAttribution('votes', parting, held)
  const [voters, times] = toColumns(restored)
  const [heirs, heirTimes] = toColumns(inherited)
  const { db, workspaceId } = tx
  tx.defer(
    sql`insert into votes (workspace_id, feedback_id, customer_id, created_at)
      select ${workspaceId}, ${own.id}, * from unnest(${voters}::uuid[], ${times}::timestamptz[])`.execute(db),
  )
  tx.defer(
    sql`delete from votes where workspace_id = ${workspaceId} and feedback_id = ${targetId}
      and customer_id = any(${leaving}::uuid[])`.execute(db),
  )
  tx.defer(
    sql`update votes v set created_at = n.at from unnest(${heirs}::uuid[], ${heirTimes}::timestamptz[]) as n (id, at)
      where v.workspace_id = ${workspaceId} and v.feedback_id = ${targetId} and v.customer_id = n.id`.execute(db),
  )
}

/** Entries that were deleted or have been given another list since link what they link now. */
async function restoreEntryLinks(tx: WriteScope, parting: UnmergePlan): Promise<void> {
  const { own, targetId } = parting
  const { restored, removed: leaving } = restoreAttribution('entries', parting, await listEntryLinks(tx, targetId))
  const [entries, positions] = toColumns(restored)
  const { db, workspaceId } = tx
  tx.defer(
    sql`insert into changelog_entry_feedback (workspace_id, feedback_id, entry_id, position)
      select ${workspaceId}, ${own.id}, * from unnest(${entries}::uuid[], ${positions}::integer[])`.execute(db),
  )
  tx.defer(
    sql`delete from changelog_entry_feedback where workspace_id = ${workspaceId} and feedback_id = ${targetId}
      and entry_id = any(${leaving}::uuid[])`.execute(db),
  )
}

function restoreComments(tx: WriteScope, { own, returning, targetId }: UnmergePlan): void {
  const roots = [own, ...returning].flatMap(({ snapshot: kept }) => kept.comments)
  tx.defer(
    sql`update comments set feedback_id = ${own.id}
      where workspace_id = ${tx.workspaceId} and feedback_id = ${targetId}
        and (id = any(${roots}::uuid[]) or parent_id = any(${roots}::uuid[]))`.execute(tx.db),
  )
}

async function restoreRelations(tx: WriteScope, { own, returning, staying, targetId }: UnmergePlan): Promise<void> {
  const [item, links] = await Promise.all([lockItemRow(tx, targetId), lockLinkRows(tx, targetId)])
  const link = links.find(({ state }) => state !== 'ended') ?? null
  const sides = <K extends 'item' | 'link'>(slot: K) => {
    const { source, merges } = relationOwners(slot, own, returning)
    return { own: source, returning: merges, staying: relationOwners(slot, own, staying).merges, id: own.id, targetId }
  }
  const itsLink = own.snapshot.link
  restoreRelation(itemStore(tx), item, sides('item'))
  restoreRelation(linkStore(tx), link, sides('link'))
  // One that has ended at the target comes back as that.
  const ended = links.find(({ id, state }) => state === 'ended' && id === itsLink?.row.id)
  if (ended) linkStore(tx).move(ended.id, own.id)
  insertLinks(tx, own.snapshot.endedLinks, own.id)
}
