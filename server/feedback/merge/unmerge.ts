import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { permit } from '../../members/roles.ts'
import { newsFollowComments } from '../../notifications/events/move-on-merge.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { itemsFollowStages } from '../lifecycle/sync-roadmap-items.ts'
import { holders } from './merge.ts'
import { type Return, takeBack } from './shared-rows.ts'
import { itemKeeper, itemOf, linkKeeper, linksOf, putLinks } from './single-row-stores.ts'
import {
  entriesOf,
  type Kept,
  keepMerges,
  lockEntries,
  type Merge,
  mergeOf,
  mergesInto,
  recount,
} from './snapshot.ts'
import { handBack } from './single-rows.ts'
import { feedbackCan } from '../permissions.ts'
import { getFeedback, lockIfThere } from '../queries.ts'
import type { Feedback } from '../schema.ts'
import { searchKeys } from '../search/search-keys.ts'

/**
 * Brings back a request that was merged, with what belonged to it and what had been merged into it before (ADR 0014).
 * What came to the target since stays there, but for replies, which go with the comment that they answer.
 * @returns the request.
 * @throws 404 when it is not merged; 403.
 */
export async function unmergeFeedback(tx: WriteScope, sourceId: string): Promise<Feedback> {
  permit(feedbackCan(tx.actor).merge)
  const parting = await part(tx, sourceId)
  const { own, returning, staying, targetId } = parting
  restoreRow(tx, own)
  await takeVotes(tx, parting)
  await takeEntries(tx, parting)
  takeComments(tx, parting)
  newsFollowComments(tx, sourceId)
  await takeSlots(tx, parting)
  for (const merge of returning) merge.intoId = sourceId
  const gone = new Set([sourceId, ...returning.map(({ id }) => id)])
  for (const { kept } of staying) kept.merges = kept.merges.filter((id) => !gone.has(id))
  keepMerges(tx, [...returning, ...staying])
  tx.defer(
    tx.db
      .deleteFrom('feedback_merges')
      .where('workspace_id', '=', tx.workspaceId)
      .where('feedback_id', '=', sourceId)
      .execute(),
  )
  recount(tx, [sourceId, targetId])
  itemsFollowStages(tx, [sourceId, targetId])
  audit(tx, 'feedback.unmerged', sourceId, { title: own.kept.row.title, fromId: targetId })
  audit(tx, 'feedback.unmerged', targetId, { restoredId: sourceId, title: own.kept.row.title })
  return getFeedback(tx, sourceId)
}

/** A request that leaves its target, what goes with it and what stays merged there. */
interface Parting {
  own: Merge
  returning: Merge[]
  staying: Merge[]
  targetId: string
}

/** Holds the target, which may have become another until it is held. */
async function part(tx: WriteScope, sourceId: string): Promise<Parting> {
  const { intoId: targetId, kept } = await mergeOf(tx, sourceId)
  await lockEntries(
    tx,
    kept.entries.map(({ key }) => key),
  )
  const target = await lockIfThere(tx, targetId)
  const merges = target ? await mergesInto(tx, targetId) : []
  const own = merges.find(({ id }) => id === sourceId)
  if (!own) return part(tx, sourceId)
  const goes = new Set(own.kept.merges)
  const others = merges.filter((merge) => merge !== own)
  return {
    own,
    targetId,
    returning: others.filter(({ id }) => goes.has(id)),
    staying: others.filter(({ id }) => !goes.has(id)),
  }
}

function restoreRow(tx: WriteScope, { id, intoId, kept: { row, context } }: Merge): void {
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
function settle<K extends 'votes' | 'entries'>(
  kind: K,
  { own, returning, staying }: Parting,
  held: { key: string; value: Kept[K][number]['value'] }[],
) {
  const claimsOf = ({ kept }: Merge) => kept[kind] as never
  const settled = takeBack<Kept[K][number]['value']>({
    own: claimsOf(own),
    returning: returning.map(claimsOf),
    staying: staying.map(claimsOf),
    held,
  })
  const note = (merges: Merge[], claims: unknown[]) =>
    merges.forEach(({ kept }, index) => {
      kept[kind] = claims[index] as never
    })
  note(returning, settled.returning)
  note(staying, settled.staying)
  return settled
}

const columnsOf = <V>(rows: Return<V>['restored']) => [rows.map(({ key }) => key), rows.map(({ value }) => value)]

async function takeVotes(tx: WriteScope, parting: Parting): Promise<void> {
  const { own, returning, targetId } = parting
  const customers = [own, ...returning].flatMap(({ kept }) => kept.votes.map(({ key }) => key))
  const held = await tx.db
    .selectFrom('votes')
    .select(['customer_id as key', 'created_at as value'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('feedback_id', '=', targetId)
    .where(sql<boolean>`customer_id = any(${customers}::uuid[])`)
    .execute()
  const { restored, leaving, inherited } = settle('votes', parting, held)
  const [voters, times] = columnsOf(restored)
  const [heirs, heirTimes] = columnsOf(inherited)
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
async function takeEntries(tx: WriteScope, parting: Parting): Promise<void> {
  const { own, targetId } = parting
  const { restored, leaving } = settle('entries', parting, await entriesOf(tx, targetId))
  const [entries, positions] = columnsOf(restored)
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

function takeComments(tx: WriteScope, { own, returning, targetId }: Parting): void {
  const roots = [own, ...returning].flatMap(({ kept }) => kept.comments)
  tx.defer(
    sql`update comments set feedback_id = ${own.id}
      where workspace_id = ${tx.workspaceId} and feedback_id = ${targetId}
        and (id = any(${roots}::uuid[]) or parent_id = any(${roots}::uuid[]))`.execute(tx.db),
  )
}

async function takeSlots(tx: WriteScope, { own, returning, staying, targetId }: Parting): Promise<void> {
  const [item, links] = await Promise.all([itemOf(tx, targetId), linksOf(tx, targetId)])
  const link = links.find(({ state }) => state !== 'ended') ?? null
  const sides = <K extends 'item' | 'link'>(slot: K) => {
    const { source, merges } = holders(slot, own, returning)
    return { own: source, returning: merges, staying: holders(slot, own, staying).merges, id: own.id, targetId }
  }
  const itsLink = own.kept.link
  handBack(itemKeeper(tx), item, sides('item'))
  handBack(linkKeeper(tx), link, sides('link'))
  // One that has ended at the target comes back as that.
  const ended = links.find(({ id, state }) => state === 'ended' && id === itsLink?.row.id)
  if (ended) linkKeeper(tx).move(ended.id, own.id)
  putLinks(tx, own.kept.endedLinks, own.id)
}
