import { type RawBuilder, sql } from 'kysely'
import { stageByRoadmapStatus } from '../feedback/lifecycle/sync-roadmap-items.ts'
import { isVisible } from '../feedback/public/visibility.ts'
import type { Scope } from '../platform/scope.ts'
import { isNewestFirst } from './console/columns.ts'

/** The columns that everybody sees. */
export const publicRoadmapStatuses = ['planned', 'in_progress', 'done'] as const
export type PublicRoadmapStatus = (typeof publicRoadmapStatuses)[number]

/** An item of the roadmap as everybody sees it; votes and comments are its request's. */
export interface PublicRoadmapItem {
  feedbackId: string
  title: string
  votes: number
  comments: number
  /** Whether the reader has voted for it. */
  isVoted: boolean
  precision: 'quarter' | 'date' | null
  date: string | null
}

export interface PublicRoadmapColumn {
  status: PublicRoadmapStatus
  /** In the team's order; of what is done, the last comes first. */
  items: PublicRoadmapItem[]
  /** Of all, also those that are not among the items. */
  count: number
}

// A plan of more is none; what is done grows for years, and the list of requests has all of it.
const openAtMost = 100
const doneAtMost = 50

type Row = PublicRoadmapItem & { status: PublicRoadmapStatus; count: number }

/**
 * The roadmap as everybody sees it, in one statement: items whose request is visible and in the stage that says the same as
 * the item (contract §4).
 * @param customerId the reader, whose own votes are marked; null when nobody is signed in.
 */
export async function listPublicRoadmapColumns(
  { db, workspaceId }: Scope,
  customerId: string | null,
): Promise<PublicRoadmapColumn[]> {
  const column = (status: PublicRoadmapStatus) => {
    const isLastFirst = isNewestFirst(status)
    const order = isLastFirst ? sql`r.sort_order desc, r.id desc` : sql`r.sort_order, r.id`
    return sql`(select r.status, r.feedback_id, r.title, r.target_precision, r.target_date, f.votes, f.comments,
        count(*) over () as count, row_number() over (order by ${order}) as place
      from roadmap_items r join feedback f on f.workspace_id = r.workspace_id and f.id = r.feedback_id
      where r.workspace_id = ${workspaceId} and r.status = ${status} and f.stage = ${stageByRoadmapStatus[status]} and ${isVisible('f')}
      order by ${order} limit ${sql.lit(isLastFirst ? doneAtMost : openAtMost)})`
  }
  const { rows } = await sql<Row>`
    select i.status, i.feedback_id as "feedbackId", i.title, i.votes, i.comments, i.target_precision as precision,
      i.target_date as date, i.count, ${isVotedBy(workspaceId, customerId)} as "isVoted"
    from (${sql.join(publicRoadmapStatuses.map(column), sql` union all `)}) i
    order by i.status, i.place`.execute(db)
  const byStatus = Map.groupBy(rows, ({ status }) => status)
  return publicRoadmapStatuses.map((status) => columnOf(status, byStatus.get(status) ?? []))
}

const isVotedBy = (workspaceId: string, customerId: string | null): RawBuilder<boolean> =>
  customerId === null
    ? sql`false`
    : sql`exists (select from votes v where v.workspace_id = ${workspaceId} and v.feedback_id = i.feedback_id
        and v.customer_id = ${customerId})`

const columnOf = (status: PublicRoadmapStatus, rows: Row[]): PublicRoadmapColumn => ({
  status,
  items: rows.map(({ status: _, count: __, ...item }) => item),
  count: rows[0]?.count ?? 0,
})
