import { sql } from 'kysely'
import { notFound } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Tag } from '../../tags/schema.ts'
import type { RoadmapStatus } from '../lifecycle/roadmap-status.ts'
import { listMergedRequests, type MergedRequest } from '../merge/redirects.ts'
import { selectOwner, selectTags } from '../organize/select.ts'
import { isVisible } from '../public/visibility.ts'
import { getFeedback } from '../queries.ts'
import type { Feedback, Stage } from '../schema.ts'

/** A request with its private context and everything that belongs to it. */
export interface ConsoleFeedback {
  feedback: Feedback
  lastActivityAt: string
  /** Whether the public sees it (public/visibility.ts). */
  isVisible: boolean
  sourceUrl: string | null
  metadata: Record<string, string | number | boolean | null> | null
  submitter: {
    id: string
    name: string | null
    email: string | null
    externalId: string | null
    company: string | null
  } | null
  /** The team member in charge. */
  owner: { id: string; name: string } | null
  /** The team's tags, by name. */
  tags: Tag[]
  /** The submitter's five newest other requests. */
  otherRequests: { id: string; title: string; stage: Stage; votes: number; createdAt: string }[]
  roadmapItem: { id: string; title: string; status: RoadmapStatus } | null
  /** The twenty newest changelog entries that link it. */
  entries: { id: string; title: string; state: 'draft' | 'published' }[]
  merged: MergedRequest[]
}

type RelatedData = Omit<ConsoleFeedback, 'feedback' | 'merged'>

/** Returns a request for its page in the console. @throws 404, also for a merged request (see `resolveMergedId`) */
export async function getConsoleFeedback(scope: Scope, id: string): Promise<ConsoleFeedback> {
  const [feedback, related, merged] = await Promise.all([
    getFeedback(scope, id),
    loadRelatedData(scope, id),
    listMergedRequests(scope, id),
  ])
  return { feedback, ...related, merged }
}

async function loadRelatedData({ db, workspaceId }: Scope, id: string): Promise<RelatedData> {
  const { rows } = await sql<RelatedData>`
    select f.last_activity_at as "lastActivityAt", ${isVisible('f')} as "isVisible", c.source_url as "sourceUrl", c.metadata,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'email', u.email,
        'externalId', u.external_id, 'company', (select y.name from companies y
          where y.workspace_id = u.workspace_id and y.id = u.company_id)) end as submitter,
      ${selectOwner('f')} as owner, ${selectTags('f')} as tags,
      coalesce((select json_agg(o) from (
        select o.id, o.title, o.stage, o.votes, ${isoTime} as "createdAt"
        from feedback_context oc join feedback o on o.workspace_id = oc.workspace_id and o.id = oc.feedback_id
        where oc.workspace_id = f.workspace_id and oc.customer_id = u.id and o.id <> f.id
        order by o.created_at desc, o.id desc limit 5) o), '[]') as "otherRequests",
      (select json_build_object('id', r.id, 'title', r.title, 'status', r.status)
        from roadmap_items r where r.workspace_id = f.workspace_id and r.feedback_id = f.id) as "roadmapItem",
      coalesce((select json_agg(e) from (
        select e.id, e.title, e.state
        from changelog_entry_feedback l join changelog_entries e on e.workspace_id = l.workspace_id and e.id = l.entry_id
        where l.workspace_id = f.workspace_id and l.feedback_id = f.id
        order by e.created_at desc, e.id desc limit 20) e), '[]') as entries
    from feedback f
      left join feedback_context c on c.workspace_id = f.workspace_id and c.feedback_id = f.id
      left join customers u on u.workspace_id = c.workspace_id and u.id = c.customer_id
    where f.workspace_id = ${workspaceId} and f.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Formats the time as the driver formats all others; it does not convert values inside JSON. */
const isoTime = sql`to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
