import { type RawBuilder, sql } from 'kysely'
import { withoutIndex } from '../../platform/db/without-index.ts'
import type { FeedbackStatus, Stage } from '../schema.ts'
import { isAnswered, isUnanswered } from '../unanswered.ts'

/** The filters of the team's list. A request passes all of them; within a list of values, one is enough. */
export interface RequestFilter {
  stages?: Stage[] | undefined
  boardIds?: string[] | undefined
  /** Members; null stands for requests without an owner. */
  ownerIds?: (string | null)[] | undefined
  tagIds?: string[] | undefined
  /** The submitter. */
  customerId?: string | undefined
  /** Only the open requests without a public reply by the team, among the most recently active (`checkedForReplies`). */
  isUnanswered?: boolean | undefined
  /** Only the requests with a public reply by the team, among the same ones. */
  isAnswered?: boolean | undefined
  isOnRoadmap?: boolean | undefined
  hasIssue?: boolean | undefined
  created?: DateRange | undefined
  /** Requests with a vote on one of these days. */
  voted?: DateRange | undefined
  minVotes?: number | undefined
  maxVotes?: number | undefined
  statuses?: FeedbackStatus[] | undefined
}

/** Whole days in a time zone, both included. */
export interface DateRange {
  /** A date, or days before today such as `30d`. */
  from?: string | undefined
  to?: string | undefined
  zone: string
  now: string
}

/** Whether a filter looks up replies, which is done for some requests only (`checkedForReplies`). */
export const checksReplies = ({ isUnanswered, isAnswered }: RequestFilter): boolean =>
  isUnanswered === true || isAnswered === true

/** The conditions of a filter on `feedback f`. They compose with any other condition, such as that of a search. */
export const isListed = (filter: RequestFilter): RawBuilder<unknown> =>
  all([...columnConditions(filter), ...rowConditions(filter)])

/** The conditions that no index serves together with an order, so they are checked on the rows that are read. */
function rowConditions({ tagIds, customerId, isOnRoadmap, hasIssue, ...filter }: RequestFilter): RawBuilder<unknown>[] {
  const item = sql`(select true from roadmap_items r where r.workspace_id = f.workspace_id and r.feedback_id = f.id)`
  const issue = sql`(select true from tracker_links l
    where l.workspace_id = f.workspace_id and l.feedback_id = f.id and l.state = 'active')`
  return [
    // Scalar subselects are looked up row by row. A join might read the whole tables.
    tagIds &&
      sql`(select count(*) from feedback_tags t where t.workspace_id = f.workspace_id and t.feedback_id = f.id
      and t.tag_id = any(${tagIds}::uuid[])) > 0`,
    customerId !== undefined &&
      sql`(select c.customer_id from feedback_context c
        where c.workspace_id = f.workspace_id and c.feedback_id = f.id) = ${customerId}`,
    // Agrees with the mark in the list: a request that returned to review keeps a hidden item.
    isOnRoadmap !== undefined && sql`(coalesce(${item}, false) and f.stage <> 'pending') = ${isOnRoadmap}`,
    hasIssue !== undefined && sql`coalesce(${issue}, false) = ${hasIssue}`,
    filter.isUnanswered && isUnanswered,
    filter.isAnswered && isAnswered,
    filter.voted &&
      sql`(select true from votes v where v.workspace_id = f.workspace_id and v.feedback_id = f.id
        and ${all(dayConditions(sql`v.created_at`, filter.voted))} limit 1)`,
  ].filter(isCondition)
}

function columnConditions(filter: RequestFilter): RawBuilder<unknown>[] {
  const { stages, boardIds, ownerIds, statuses } = filter
  return [
    stages && sql`f.stage = any(${stages}::text[])`,
    boardIds && sql`f.board_id = any(${boardIds}::uuid[])`,
    ownerIds &&
      sql`(f.owner_id = any(${ownerIds.filter((id) => id !== null)}::uuid[])
        ${ownerIds.includes(null) ? sql`or f.owner_id is null` : sql``})`,
    statuses && sql`f.status = any(${statuses}::text[])`,
    ...rangeConditions(filter),
  ].filter(isCondition)
}

/** The conditions on the creation time and on votes. The index that orders by the same column serves them. */
export function rangeConditions({ created, minVotes, maxVotes }: RequestFilter): RawBuilder<unknown>[] {
  return [
    ...(created ? dayConditions(sql`f.created_at`, created) : []),
    minVotes !== undefined && sql`f.votes >= ${minVotes}`,
    maxVotes !== undefined && sql`f.votes <= ${maxVotes}`,
  ].filter(isCondition)
}

/** The conditions on a time that is within whole days. */
const dayConditions = (column: RawBuilder<unknown>, days: DateRange): RawBuilder<unknown>[] =>
  [
    days.from !== undefined && sql`${column} >= ${startOf(days.from, days)}`,
    days.to !== undefined && sql`${column} < ${startOf(days.to, days, 1)}`,
  ].filter(isCondition)

/** Returns the moment at which a day begins, `daysLater` after the given one. */
function startOf(day: string, { zone, now }: DateRange, daysLater = 0): RawBuilder<unknown> {
  const daysAgo = /^(\d+)d$/.exec(day)?.[1]
  const date = daysAgo === undefined ? sql`${day}::date` : sql`(${now}::timestamptz at time zone ${zone})::date`
  return sql`((${date} + ${daysLater - Number(daysAgo ?? 0)}::integer)::timestamp at time zone ${zone})`
}

const isCondition = (condition: RawBuilder<unknown> | false | undefined): condition is RawBuilder<unknown> =>
  condition !== false && condition !== undefined

const all = (conditions: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/**
 * Selects the ids of the requests among which all requests of a filter are, from the index that probably finds the
 * fewest. May select an id several times. @returns null if no index finds few of the requests of a workspace
 */
export function selectCandidates(workspaceId: string, filter: RequestFilter): RawBuilder<unknown> | null {
  const { customerId, hasIssue, tagIds, ownerIds, isOnRoadmap, stages, statuses } = filter
  const feedbackWhere = (conditions: RawBuilder<unknown>[]) =>
    sql`select f.id from feedback f where f.workspace_id = ${workspaceId} and ${all(conditions)}`
  if (customerId !== undefined)
    return sql`select feedback_id as id from feedback_context where workspace_id = ${workspaceId} and customer_id = ${customerId}`
  if (hasIssue)
    return sql`select feedback_id as id from tracker_links where workspace_id = ${workspaceId} and state = 'active'`
  if (tagIds) return selectTagged(workspaceId, tagIds)
  if (ownerIds && !ownerIds.includes(null)) return feedbackWhere([sql`f.owner_id = any(${ownerIds}::uuid[])`])
  if (isOnRoadmap) return sql`select feedback_id as id from roadmap_items where workspace_id = ${workspaceId}`
  if (stages?.every((stage) => stage === 'pending')) return feedbackWhere([sql`f.stage = 'pending'`])
  if (statuses?.every((status) => status === 'pending')) return feedbackWhere([sql`f.status = 'pending'`])
  // Rejected requests and spam are always closed.
  if (statuses && !statuses.includes('approved') && !statuses.includes('pending'))
    return feedbackWhere([sql`f.stage = 'closed'`, withoutIndex(sql`f.status = any(${statuses}::text[])`)])
  // In the order of its index, so that no other one and no scan of the table is chosen for long periods.
  if (filter.voted)
    return sql`select v.feedback_id as id from votes v
      where v.workspace_id = ${workspaceId} and ${all(dayConditions(sql`v.created_at`, filter.voted))}
      order by v.created_at`
  const [first] = [
    rangeConditions({ minVotes: filter.minVotes, maxVotes: filter.maxVotes }),
    rangeConditions({ created: filter.created }),
  ].filter((conditions) => conditions.length > 0)
  if (first) return feedbackWhere(first)
  return filter.boardIds ? feedbackWhere([sql`f.board_id = any(${filter.boardIds}::uuid[])`]) : null
}

/** `offset 0` keeps the planner from reading all tags of the workspace in the order of the requests. */
const selectTagged = (workspaceId: string, tagIds: string[]): RawBuilder<unknown> =>
  sql`select distinct id from (select feedback_id as id from feedback_tags
    where workspace_id = ${workspaceId} and tag_id = any(${tagIds}::uuid[]) offset 0) t`
