import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'
import { type ChannelKind, isKindOfEvent, testKind } from './kinds.ts'
import type { channelTexts } from './messages.ts'

/** The fields of a delivery that its message needs. */
export interface MessageSource {
  workspaceId: string
  webhookId: string
  /** The id of the subject of a notice. */
  eventId: string
  /** A kind of message. */
  eventType: string
  eventCount: number
}

/** The current state of what a message shows. */
export interface SubjectRow {
  slug: string
  workspace: string
  channel: string
  stageTo: keyof typeof channelTexts.stages | null
  actor: string | null
  /** Null if there is nothing left to report. */
  subject: Subject | null
}

export interface Subject {
  id: string
  area: 'requests' | 'changelog' | 'review' | 'tracker'
  title: string
  body?: string | null
  votes?: number
  board?: string | null
  author?: string | null
  version?: string | null
  milestone?: number
  reported?: 'request' | 'comment'
  reason?: keyof typeof channelTexts.reasons
  tracker?: keyof typeof channelTexts.trackers
}

/** Loads the subject of a message. */
export async function loadSubject(
  db: Kysely<Tables>,
  { workspaceId, webhookId, eventId, eventType: kind }: MessageSource,
): Promise<SubjectRow | undefined> {
  // Checked where a channel selects its messages.
  const subject = subjectOf(kind as ChannelKind | typeof testKind)
  const { rows } = await sql<SubjectRow>`
    select w.slug, w.name as workspace, h.description as channel, e.changes->'stage'->>'to' as "stageTo",
      case e.actor_type when 'member' then (select a.name from members m join accounts a on a.id = m.account_id
        where m.workspace_id = e.workspace_id and m.id = e.actor_id) end as actor,
      ${subject} as subject
    from workspaces w
    join webhooks h on h.workspace_id = w.workspace_id and h.id = ${webhookId}
    left join events e on e.workspace_id = w.workspace_id and e.id = ${eventId}
      -- No event has an empty type. With a constant condition, Citus does not find the node.
      and e.type ${isKindOfEvent(kind) ? sql`<> ''` : sql`= ''`}
    cross join lateral (select ${eventId}::uuid as id) n
    where w.workspace_id = ${workspaceId}`.execute(db)
  return rows[0]
}

const nameOf = (customer: 'x' | 't') => sql`(select c.name from customers c
  where c.workspace_id = ${sql.ref(`${customer}.workspace_id`)} and c.id = ${sql.ref(`${customer}.customer_id`)})`

const submitter = sql`(select ${nameOf('x')} from feedback_context x
  where x.workspace_id = f.workspace_id and x.feedback_id = f.id)`

const board = sql`(select b.name from boards b where b.workspace_id = f.workspace_id and b.id = f.board_id)`

/** Selects the members of a comment `t` on request `f` or entry `c`. */
const commentMembers = sql`'title', coalesce(f.title, c.title), 'body', t.body, 'board', ${board}`
const joinThread = sql`
  left join feedback f on f.workspace_id = t.workspace_id and f.id = t.feedback_id
  left join changelog_entries c on c.workspace_id = t.workspace_id and c.id = t.entry_id`

/** Selects the subject of event `e` or of notice `n` as JSON, if it is still in the state that the message reports. */
function subjectOf(kind: ChannelKind | typeof testKind) {
  switch (kind) {
    case testKind:
      return sql`null::json`
    case 'changelog.published':
      return sql`(select json_build_object('id', c.id, 'area', 'changelog', 'title', c.title, 'body', c.body,
          'version', c.version_label)
        from changelog_entries c
        where c.workspace_id = e.workspace_id and c.id = e.resource_id and c.state = 'published')`
    case 'comment.created':
    case 'reply.created':
      // A removed comment with replies keeps its place. If its author removed it, the event is erased.
      return sql`(select json_build_object('id', coalesce(f.id, c.id),
          'area', case when f.id is null then 'changelog' else 'requests' end, ${commentMembers},
          'author', coalesce(${nameOf('t')}, t.author_name))
        from comments t ${joinThread}
        where t.workspace_id = e.workspace_id and t.id = e.resource_id and not t.is_internal and e.data->>'body' <> ''
          and not exists (select from pending_comments p where p.workspace_id = t.workspace_id and p.id = t.id))`
    case 'comment.pending':
      return sql`(select json_build_object('id', t.id, 'area', 'review', ${commentMembers}, 'author', ${nameOf('t')})
        from pending_comments t ${joinThread}
        where t.workspace_id = w.workspace_id and t.id = n.id and t.status = 'pending')`
    case 'report.created':
      return sql`(select json_build_object('id', r.id, 'area', 'review', 'title', coalesce(f.title, c.title),
          'body', coalesce(t.body, f.description), 'board', ${board}, 'reason', r.reason,
          'reported', case when t.id is null then 'request' else 'comment' end)
        from content_reports r
        left join comments t on t.workspace_id = r.workspace_id and t.id = r.comment_id
        left join feedback f on f.workspace_id = r.workspace_id and f.id = coalesce(r.feedback_id, t.feedback_id)
        left join changelog_entries c on c.workspace_id = t.workspace_id and c.id = t.entry_id
        where r.workspace_id = w.workspace_id and r.id = n.id and r.dismissed_at is null)`
    case 'request.milestone':
      return sql`(select json_build_object('id', f.id, 'area', 'requests', 'title', f.title, 'board', ${board},
          'milestone', f.vote_milestone, 'votes', f.votes)
        from feedback f where f.workspace_id = w.workspace_id and f.id = n.id and f.status = 'approved')`
    case 'tracker.failed':
      return sql`(select json_build_object('id', t.id, 'area', 'tracker', 'title', t.account_name, 'tracker', t.provider)
        from tracker_connections t where t.workspace_id = w.workspace_id and t.id = n.id and t.status <> 'connected'
          and t.disconnected_at is null)`
    default:
      return requestOf(kind)
  }
}

function requestOf(kind: 'request.created' | 'request.pending' | 'request.stage_changed') {
  const isCurrent = {
    'request.created': sql`f.status = 'approved'`,
    'request.pending': sql`f.status = 'pending'`,
    'request.stage_changed': sql`true`,
  }[kind]
  return sql`(select json_build_object('id', f.id, 'area', 'requests', 'title', f.title,
      'body', ${kind === 'request.stage_changed' ? sql`null` : sql`f.description`}, 'votes', f.votes, 'board', ${board},
      'author', ${submitter})
    from feedback f where f.workspace_id = e.workspace_id and f.id = e.resource_id and ${isCurrent})`
}
