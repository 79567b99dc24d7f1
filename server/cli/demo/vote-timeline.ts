import { sql } from 'kysely'
import { recountTrend } from '../../feedback/trend.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { Random } from './random.ts'
import type { DemoHistory } from './request-history.ts'
import { customers } from './tidepool/customers.ts'
import type { DemoEntry, DemoRequest } from './tidepool/types.ts'
import { type CreatedIds, ensureCustomer, getOrThrow, type TimelineStep } from './timeline.ts'
import { dayMs, type Timestamps } from './timestamps.ts'

/** Votes and reactions, collected and inserted together, because there are no verbs that set their time. */
export interface EngagementBatch {
  votes: { feedbackId: string; customerId: string; at: string }[]
  reactions: { entryId: string; customerId: string; emoji: string; at: string }[]
}

const names = customers.map(({ name }) => name!)

/** Picks `size` different customers, preferring active ones. */
function pickCustomers(size: number, except: string | null, random: Random): string[] {
  return names
    .map((name, index) => ({ name, order: -Math.log(1 - random.next()) * (index + 4) ** 0.5 }))
    .filter(({ name }) => name !== except)
    .sort((a, b) => a.order - b.order)
    .slice(0, size)
    .map(({ name }) => name)
}

interface RequestPlan {
  request: DemoRequest
  submitter: string | null
  history: DemoHistory
}

/** Builds the votes of other customers: most soon after the request, few after it shipped, none after it closed. */
export function voteTimeline(
  { request, submitter, history }: RequestPlan,
  {
    createdIds,
    batch,
    times,
    random,
  }: { createdIds: CreatedIds; batch: EngagementBatch; times: Timestamps; random: Random },
): TimelineStep[] {
  const { created, shipped, closed } = history
  const until = Math.min(closed ?? times.present, shipped === undefined ? times.present : shipped + 5 * dayMs)
  const draw = random.next()
  // By default a request has few votes, and the newest ones almost none.
  const total = request.votes ?? 1 + Math.floor(draw ** 2.5 * Math.min(6, (until - created) / (7 * dayMs)))
  return pickCustomers(total - (submitter === null ? 0 : 1), submitter, random).map((name) => ({
    at: Math.floor(created + (until - created) * random.between(0.001, 1) ** 2.2),
    run: async (scope) => {
      const voter = await ensureCustomer(scope, createdIds, name)
      batch.votes.push({ feedbackId: getOrThrow(createdIds.feedback, request.title), customerId: voter, at: scope.now })
    },
  }))
}

/** Builds the reactions to a published entry, mostly in its first days. */
export function reactionTimeline(
  { title, reactions = {} }: DemoEntry,
  published: number,
  {
    createdIds,
    batch,
    times,
    random,
  }: { createdIds: CreatedIds; batch: EngagementBatch; times: Timestamps; random: Random },
): TimelineStep[] {
  return Object.entries(reactions).flatMap(([emoji, count]) =>
    pickCustomers(count, null, random).map((name) => ({
      at: Math.floor(published + (times.present - published) * random.between(0.001, 0.8) ** 3),
      run: async (scope: WriteScope) => {
        const reader = await ensureCustomer(scope, createdIds, name)
        batch.reactions.push({
          entryId: getOrThrow(createdIds.entries, title),
          customerId: reader,
          emoji,
          at: scope.now,
        })
      },
    })),
  )
}

/** Inserts the votes, updates their counters, and inserts the reactions. */
export async function insertEngagement(tx: WriteScope, { votes, reactions }: EngagementBatch): Promise<void> {
  const { db, workspaceId } = tx
  await sql`
    with cast_votes as (
      insert into votes (workspace_id, feedback_id, customer_id, created_at)
      select ${workspaceId}, * from unnest(${votes.map((each) => each.feedbackId)}::uuid[],
        ${votes.map((each) => each.customerId)}::uuid[], ${votes.map((each) => each.at)}::timestamptz[])
      on conflict do nothing returning feedback_id, created_at)
    update feedback set votes = votes + counted.count, last_activity_at = greatest(last_activity_at, counted.last)
    from (select feedback_id, count(*)::int as count, max(created_at) as last from cast_votes group by 1) counted
    where workspace_id = ${workspaceId} and id = counted.feedback_id`.execute(db)
  recountTrend(tx, [...new Set(votes.map(({ feedbackId }) => feedbackId))])
  await sql`
    insert into changelog_reactions (workspace_id, entry_id, customer_id, emoji, created_at)
    select ${workspaceId}, * from unnest(${reactions.map((each) => each.entryId)}::uuid[],
      ${reactions.map((each) => each.customerId)}::uuid[], ${reactions.map((each) => each.emoji)}::text[],
      ${reactions.map((each) => each.at)}::timestamptz[])`.execute(db)
}
