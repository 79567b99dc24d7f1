import { sql } from 'kysely'
import { noticeKinds } from '../../events/notices.ts'

export const providers = ['slack', 'discord', 'teams'] as const
export type Provider = (typeof providers)[number]

/** The kinds of events that a channel can post, in the order of the settings. */
export const channelKinds = [
  'request.created',
  'request.pending',
  'comment.pending',
  'report.created',
  'request.milestone',
  'comment.created',
  'reply.created',
  'request.stage_changed',
  'changelog.published',
  'tracker.failed',
] as const
export type ChannelKind = (typeof channelKinds)[number]

/** The kind of test messages, which no event causes. */
export const testKind = 'test'

const kindsWithoutEvent: readonly string[] = [...noticeKinds, testKind]

/** Returns whether messages of a kind report an event. Notices and test messages have none. */
export const isKindOfEvent = (kind: string): boolean => !kindsWithoutEvent.includes(kind)

/**
 * Returns the kind of event `e`, or null if channels do not report it. A request that waits for review is reported as
 * such, and as new once it is approved. Decisions in review are not stage changes.
 */
export const kindOfEvent = sql<ChannelKind | null>`case e.type
  when 'feedback.created' then case e.data->>'status'
    when 'approved' then 'request.created' when 'pending' then 'request.pending' end
  when 'feedback.status_changed' then case when e.changes->'status'->>'from' = 'pending'
    and e.changes->'status'->>'to' = 'approved' then 'request.created' end
  when 'feedback.stage_changed' then case when e.changes->'stage'->>'from' <> 'pending'
    and e.changes->'stage'->>'to' <> 'pending' then 'request.stage_changed' end
  when 'comment.created' then (
    select case when c.is_internal then null when c.kind = 'comment' then 'comment.created' else 'reply.created' end
    from comments c where c.workspace_id = e.workspace_id and c.id = e.resource_id)
  when 'changelog.published' then 'changelog.published' end`

/** Returns whether event `e` is about one of the boards of channel `d`, or about an entry, which belongs to no board. */
export const isOnBoardOfChannel = sql<boolean>`(d.board_ids = '{}' or e.type like 'changelog.%'
  or (e.type like 'comment.%' and exists (select from comments c
    where c.workspace_id = e.workspace_id and c.id = e.resource_id and c.entry_id is not null))
  or exists (
  select from feedback f where f.workspace_id = e.workspace_id and f.board_id = any(d.board_ids) and f.id =
    case when e.type like 'comment.%' then (
      select c.feedback_id from comments c where c.workspace_id = e.workspace_id and c.id = e.resource_id)
    else e.resource_id end))`
