import { type RawBuilder, sql } from 'kysely'
import { stageByRoadmapStatus } from '../feedback/lifecycle/roadmap-status.ts'
import { type RequestAuthor, selectAuthor, withDisplayAuthor } from '../feedback/public/author.ts'
import { withDisplayTitle } from '../feedback/public/title.ts'
import { isVisible } from '../feedback/public/visibility.ts'
import { lookUp } from '../platform/db/look-up.ts'
import type { Scope } from '../platform/scope.ts'
import { isNewestFirst } from './console/columns.ts'

/** The columns on the portal. */
export const publicRoadmapStatuses = ['planned', 'in_progress', 'done'] as const
export type PublicRoadmapStatus = (typeof publicRoadmapStatuses)[number]

/** A roadmap item on the portal, with the votes and comments of its request. */
export interface PublicRoadmapItem {
  feedbackId: string
  title: string
  votes: number
  comments: number
  /** The submitter of the request; null if it has none. */
  author: RequestAuthor | null
  /** Whether the viewer has voted for it. */
  isVoted: boolean
  precision: 'quarter' | 'date' | null
  date: string | null
  /** When the first published entry that links a finished item appeared. */
  announcedAt: string | null
}

export interface PublicRoadmapColumn {
  status: PublicRoadmapStatus
  /** In the team's order; finished items newest first. */
  items: PublicRoadmapItem[]
  /** The number of all items in the column, including those beyond the limit. */
  count: number
}

// No team plans more than this. Finished items grow for years; the request list shows all of them.
const maxOpenItems = 100
const maxFinishedItems = 50

type Row = PublicRoadmapItem & { status: PublicRoadmapStatus; count: number }

/**
 * Lists the columns of the public roadmap in one statement: the items whose request is visible and in the stage that
 * corresponds to the item's status (contract §4).
 * @param customerId the viewer, whose own votes are marked; null if signed out.
 */
export async function listPublicRoadmapColumns(
  { db, workspaceId }: Scope,
  customerId: string | null,
): Promise<PublicRoadmapColumn[]> {
  const column = (status: PublicRoadmapStatus) => {
    const isDescending = isNewestFirst(status)
    const order = isDescending ? sql`r.sort_order desc, r.id desc` : sql`r.sort_order, r.id`
    return sql`(select r.status, r.feedback_id, r.title, r.target_precision, r.target_date, f.votes, f.comments,
        count(*) over () as count, row_number() over (order by ${order}) as place
      from roadmap_items r cross join ${requestOfItem} f
      where r.workspace_id = ${workspaceId} and r.status = ${status} and f.stage = ${stageByRoadmapStatus[status]} and ${isVisible('f')}
      order by ${order} limit ${sql.lit(isDescending ? maxFinishedItems : maxOpenItems)})`
  }
  const { rows } = await sql<Row>`
    select i.status, i.feedback_id as "feedbackId", i.title, i.votes, i.comments, i.target_precision as precision,
      i.target_date as date, i.count, ${isVotedBy(workspaceId, customerId)} as "isVoted",
      ${selectAuthor('i.feedback_id', workspaceId, customerId)} as author,
      case when i.status = 'done' then (select min(e.published_at) from changelog_entry_feedback l
        join changelog_entries e on e.workspace_id = l.workspace_id and e.id = l.entry_id
        where l.workspace_id = ${workspaceId} and l.feedback_id = i.feedback_id) end as "announcedAt"
    from (${sql.join(publicRoadmapStatuses.map(column), sql` union all `)}) i
    order by i.status, i.place`.execute(db)
  const byStatus = Map.groupBy(rows, ({ status }) => status)
  return publicRoadmapStatuses.map((status) => columnOf(status, byStatus.get(status) ?? []))
}

const requestOfItem = lookUp(
  sql`select * from feedback where feedback.workspace_id = r.workspace_id and feedback.id = r.feedback_id`,
)

const isVotedBy = (workspaceId: string, customerId: string | null): RawBuilder<boolean> =>
  customerId === null
    ? sql`false`
    : sql`exists (select from votes v where v.workspace_id = ${workspaceId} and v.feedback_id = i.feedback_id
        and v.customer_id = ${customerId})`

const columnOf = (status: PublicRoadmapStatus, rows: Row[]): PublicRoadmapColumn => ({
  status,
  items: rows.map(({ status: _, count: __, ...item }) => withDisplayAuthor(withDisplayTitle(item))),
  count: rows[0]?.count ?? 0,
})
