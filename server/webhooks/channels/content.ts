import { type Kysely, sql } from 'kysely'
import { markdownToLine } from '../../platform/formats/markdown.ts'
import { cleanLine } from '../../platform/formats/visible-text.ts'
import type { Tables } from '../../tables.ts'
import { type ChannelKind, testKind } from './kinds.ts'
import type { ChannelMessage } from './message.ts'
import { channelTexts as texts } from './messages.ts'

/** The part of a delivery that its message needs. */
export interface MessageSource {
  workspaceId: string
  webhookId: string
  eventId: string
  /** A kind of message. */
  eventType: string
  eventCount: number
}

interface Row {
  slug: string
  workspace: string
  channel: string
  /** Null if there is nothing to report any more. */
  id: string | null
  area: 'requests' | 'changelog'
  title: string | null
  body: string | null
  stageTo: keyof typeof texts.stages | null
  votes: number | null
  board: string | null
  author: string | null
  actor: string | null
  version: string | null
}

const maxExcerpt = 300

/**
 * Composes the message of a delivery from what exists now. Returns null if there is nothing to report any more: what it
 * was about has been deleted, erased or taken back, or the review has been decided. Never contains private context, team
 * notes or email addresses.
 */
export async function composeMessage(
  db: Kysely<Tables>,
  publicUrl: string,
  source: MessageSource,
): Promise<ChannelMessage | null> {
  const row = await load(db, source)
  if (row === undefined) return null
  const kind = source.eventType as ChannelKind | typeof testKind
  const home = `${publicUrl}/console/w/${row.slug}`
  if (kind === testKind) return composeTest(row, home)
  return source.eventCount > 1 ? summarize(kind, row, source.eventCount, home) : describe(kind, row, home)
}

function composeTest({ channel, workspace }: Row, home: string): ChannelMessage {
  return {
    headline: texts.headlines.test,
    title: texts.testTitle,
    excerpt: texts.test({ name: cleanLine(channel), workspace: cleanLine(workspace) }),
    details: [],
    link: { label: texts.open.settings, url: `${home}/settings/channels` },
  }
}

function describe(kind: ChannelKind, row: Row, home: string): ChannelMessage | null {
  if (row.id === null || row.title === null) return null
  return {
    headline: headlineOf(kind, row),
    title: cleanLine(row.title),
    excerpt: row.body === null ? null : excerptOf(row.body),
    details: detailsOf(kind, row).map(cleanLine),
    link: { label: texts.open[row.area === 'changelog' ? 'entry' : 'request'], url: `${home}/${row.area}/${row.id}` },
  }
}

const headlineOf = (kind: ChannelKind, { stageTo }: Row): string => {
  const headline = texts.headlines[kind]
  return typeof headline === 'string' ? headline : headline({ stage: stageTo ? texts.stages[stageTo] : '' })
}

function detailsOf(kind: ChannelKind, { board, author, actor, votes, version }: Row): string[] {
  const by = kind === 'request.stage_changed' || kind === 'changelog.published' ? actor : author
  return [
    ...(board === null ? [] : [board]),
    ...(version === null ? [] : [texts.version({ version })]),
    ...(by === null ? [] : [texts.by({ name: by })]),
    ...(votes !== null && kind.startsWith('request.') ? [texts.votes({ count: votes })] : []),
  ]
}

/** Reports many events at once by their number, without titles. */
function summarize(kind: ChannelKind, { stageTo }: Row, count: number, home: string): ChannelMessage {
  const stage = stageTo === null ? '' : texts.stages[stageTo]
  const links: Record<ChannelKind, ChannelMessage['link']> = {
    'request.created': { label: texts.open.requests, url: `${home}/requests` },
    'request.pending': { label: texts.open.review, url: `${home}/requests/review` },
    'comment.created': { label: texts.open.requests, url: `${home}/requests` },
    'reply.created': { label: texts.open.requests, url: `${home}/requests` },
    'request.stage_changed': { label: texts.open.requests, url: `${home}/requests?stage=${stageTo ?? ''}` },
    'changelog.published': { label: texts.open.changelog, url: `${home}/changelog` },
  }
  return {
    headline: texts.summaries[kind]({ count, stage }),
    title: null,
    excerpt: null,
    details: [],
    link: links[kind],
  }
}

/** Returns the beginning of a Markdown text as one line without markup. */
function excerptOf(markdown: string): string | null {
  const text = cleanLine(markdownToLine(markdown))
  const characters = [...text]
  if (text === '') return null
  return characters.length <= maxExcerpt ? text : `${characters.slice(0, maxExcerpt).join('').trimEnd()}…`
}

/** Loads what a message shows. A row without an id has nothing to show any more. */
async function load(db: Kysely<Tables>, { workspaceId, webhookId, eventId, eventType: kind }: MessageSource) {
  const { rows } = await sql<Row>`
    select w.slug, w.name as workspace, h.description as channel, e.changes->'stage'->>'to' as "stageTo", s.*,
      case e.actor_type when 'member' then (select a.name from members m join accounts a on a.id = m.account_id
        where m.workspace_id = e.workspace_id and m.id = e.actor_id) end as actor
    from workspaces w
    join webhooks h on h.workspace_id = w.workspace_id and h.id = ${webhookId}
    left join events e on e.workspace_id = w.workspace_id and e.id = ${eventId}
    left join lateral ${subjectOf(kind as ChannelKind)} s on true
    where w.workspace_id = ${workspaceId}`.execute(db)
  return rows[0]
}

const customerName = sql`(select c.name from feedback_context x
  join customers c on c.workspace_id = x.workspace_id and c.id = x.customer_id
  where x.workspace_id = f.workspace_id and x.feedback_id = f.id)`

/** Selects the subject of event `e`, if it is still in the state that the event reports. */
function subjectOf(kind: ChannelKind | typeof testKind) {
  if (kind === testKind) return sql`(select null::uuid as id)`
  if (kind === 'changelog.published') {
    return sql`(select c.id, 'changelog' as area, c.title, c.body, null::int as votes, null as board, null as author, c.version_label as version
      from changelog_entries c
      where c.workspace_id = e.workspace_id and c.id = e.resource_id and c.state = 'published')`
  }
  if (kind === 'comment.created' || kind === 'reply.created') {
    // A removed comment with replies keeps its place. If its author removed it, the event is erased.
    return sql`(select coalesce(f.id, n.id) as id, case when f.id is null then 'changelog' else 'requests' end as area,
        coalesce(f.title, n.title) as title, t.body, null::int as votes,
        b.name as board, coalesce(c.name, t.author_name) as author, null as version
      from comments t
      left join feedback f on f.workspace_id = t.workspace_id and f.id = t.feedback_id
      left join boards b on b.workspace_id = f.workspace_id and b.id = f.board_id
      left join changelog_entries n on n.workspace_id = t.workspace_id and n.id = t.entry_id
      left join customers c on c.workspace_id = t.workspace_id and c.id = t.customer_id
      where t.workspace_id = e.workspace_id and t.id = e.resource_id and not t.is_internal and e.data->>'body' <> ''
        and not exists (select from pending_comments p where p.workspace_id = t.workspace_id and p.id = t.id))`
  }
  const isCurrent = {
    'request.created': sql`f.status = 'approved'`,
    'request.pending': sql`f.status = 'pending'`,
    'request.stage_changed': sql`true`,
  }[kind]
  return sql`(select f.id, 'requests' as area, f.title, ${kind === 'request.stage_changed' ? sql`null` : sql`f.description`} as body,
      f.votes, b.name as board, ${customerName} as author, null as version
    from feedback f join boards b on b.workspace_id = f.workspace_id and b.id = f.board_id
    where f.workspace_id = e.workspace_id and f.id = e.resource_id and ${isCurrent})`
}
