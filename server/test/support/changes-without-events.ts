import { sql } from 'kysely'
import type { AuditEventType } from '../../audit/record.ts'
import type { EventType } from '../../events/types.ts'
import type { Database } from '../../platform/db/database.ts'
import { testStatementMark } from './spread-statements.ts'

/**
 * The events that integrators get for each change of the audit log: at least one of them, in the same transaction. Null
 * for changes of what the API's events do not cover, such as members and settings, and for changes that are not public.
 */
const eventsOf: Record<AuditEventType, EventType[] | null> = {
  'api_key.created': null,
  'api_key.revoked': null,
  'api_key.rotated': null,
  'app.authorized': null,
  'app.registered': null,
  'app.registration_deleted': null,
  'app.reuse_detected': null,
  'app.revoked': null,
  'board.created': ['board.created'],
  'board.deleted': ['board.deleted'],
  'board.reordered': null,
  'board.updated': ['board.updated'],
  'changelog.created': ['changelog.created'],
  'changelog.deleted': ['changelog.deleted'],
  'changelog.mail_canceled': null,
  'changelog.published': ['changelog.published'],
  'changelog.reaction_added': null,
  'changelog.reaction_removed': null,
  'changelog.updated': ['changelog.updated', 'changelog.scheduled'],
  'channel.created': null,
  'channel.deleted': null,
  'channel.disabled': null,
  'channel.resent': null,
  'channel.tested': null,
  'channel.updated': null,
  'comment.created': ['comment.created'],
  // A comment with replies keeps its place, without its text.
  'comment.deleted': ['comment.deleted', 'comment.updated'],
  'comment.edit_held': null,
  'comment.edit_reviewed': null,
  'comment.edit_withdrawn': null,
  'comment.edited': ['comment.updated'],
  'comment.held': null,
  'comment.reported': null,
  'comment.reports_dismissed': null,
  'comment.reviewed': null,
  'company.created': ['company.created'],
  'company.updated': ['company.updated'],
  // A known customer who begins to count toward the plan; a new one is also `customer.created`.
  'customer.added': null,
  // Events show customers as the API does, without this state.
  'customer.blocked': null,
  'customer.content_removed': null,
  'customer.deleted': ['customer.deleted'],
  'customer.list_exported': null,
  'changelog.list_exported': null,
  'feedback.voters_exported': null,
  'customer.preferences_updated': null,
  'customer.resubscribed': null,
  'customer.unblocked': null,
  'customer.unsubscribed': null,
  'customer.updated': ['customer.updated'],
  'feedback.author_removed': null,
  'feedback.board_changed': ['feedback.updated'],
  'feedback.created': ['feedback.created'],
  'feedback.deleted': ['feedback.deleted'],
  'feedback.edit_held': null,
  'feedback.edit_reviewed': null,
  'feedback.edit_withdrawn': null,
  'feedback.followed': null,
  'feedback.list_exported': null,
  'feedback.mail_canceled': null,
  'feedback.merged': ['feedback.merged'],
  // Owners and tags are the team's own.
  'feedback.owner_changed': null,
  'feedback.promoted': [
    'roadmap.created',
    'roadmap.updated',
    'roadmap.status_changed',
    'feedback.stage_changed',
    'feedback.status_changed',
  ],
  'feedback.reported': null,
  'feedback.reports_dismissed': null,
  'feedback.sent_to_tracker': ['tracker.linked'],
  // Undoing an addition to the roadmap removes the item.
  'feedback.stage_changed': ['feedback.stage_changed', 'feedback.status_changed', 'roadmap.deleted'],
  'feedback.status_changed': ['feedback.status_changed'],
  'feedback.submitter_confirmed': null,
  'feedback.tags_changed': null,
  'feedback.tracker_unlinked': ['tracker.unlinked'],
  'feedback.unfollowed': null,
  'feedback.unmerged': ['feedback.unmerged'],
  'feedback.unvoted': ['vote.deleted'],
  'feedback.updated': ['feedback.updated'],
  'feedback.voted': ['vote.created'],
  'file.uploaded': null,
  // An import is one event, however much it changes.
  'import.finished': ['import.finished'],
  'import.started': null,
  'import.undone': null,
  'member.inbox_updated': null,
  'member.invitation_revoked': null,
  'member.invited': null,
  'member.joined': null,
  'member.left': null,
  'member.removed': null,
  'member.role_changed': null,
  'portal.everyone_signed_out': null,
  'portal.sso_secret_revoked': null,
  'portal.sso_secret_created': null,
  'portal.sso_secret_rotated': null,
  'portal.sso_secret_revealed': null,
  'portal.updated': null,
  'portal.domain_verified': null,
  'portal.domain_lost': null,
  'portal.widget_token_rotated': null,
  'roadmap.created': ['roadmap.created'],
  'roadmap.deleted': ['roadmap.deleted'],
  'roadmap.reordered': null,
  // An item that keeps its status can still move its request to another stage.
  'roadmap.status_changed': ['roadmap.status_changed', 'feedback.stage_changed', 'feedback.status_changed'],
  'roadmap.updated': ['roadmap.updated'],
  'saved_view.deleted': null,
  'saved_view.shared': null,
  'saved_view.unshared': null,
  'saved_view.updated': null,
  'tag.created': null,
  'tag.deleted': null,
  'tag.updated': null,
  'tracker.configured': null,
  'tracker.connected': null,
  'tracker.disconnected': null,
  'tracker.webhook_secret_rotated': null,
  'webhook.created': null,
  'webhook.deleted': null,
  'webhook.disabled': null,
  'webhook.replayed': null,
  'webhook.secret_rotated': null,
  'webhook.tested': ['webhook.test'],
  'webhook.updated': null,
  'workspace.context_deleted': null,
  'workspace.created': null,
  'workspace.export_downloaded': null,
  'workspace.exported': null,
  'workspace.mail_resumed': null,
  'workspace.mail_sender_updated': null,
  'workspace.retention_updated': null,
  'workspace.updated': null,
}

/** Lists the types of audited changes that should have been events but are not, each with the number of changes. */
export async function findChangesWithoutEvents({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const pairs = Object.entries(eventsOf).flatMap(([change, events]) => (events ?? []).map((event) => [change, event]))
  const { rows } = await sql<{ type: string; count: number }>`${sql.raw(testStatementMark)}
    with expected as (
      select * from unnest(${pairs.map(([change]) => change)}::text[], ${pairs.map(([, event]) => event)}::text[])
        as pair (change, event))
    select a.type, count(*)::int as count from audit_events a
    where a.type in (select change from expected)
      -- Internal comments are no events.
      and (a.type <> 'comment.created' or exists (
        select from comments c where c.workspace_id = a.workspace_id and c.id = a.target_id and not c.is_internal))
      and (a.type not in ('comment.edited', 'comment.deleted') or exists (
        select from events e where e.workspace_id = a.workspace_id and e.resource_id = a.target_id
          and e.type = 'comment.created'))
      -- The API does not show this member.
      and (a.type <> 'board.updated' or a.changes - 'reviewsComments' <> '{}')
      and not exists (
        select from events e join expected on expected.event = e.type and expected.change = a.type
        -- A later transaction may have erased the event. The time of an event is at least that of the one before it.
        where e.workspace_id = a.workspace_id and (e.xmin::text = a.xmin::text
          or e.created_at between a.created_at and a.created_at + interval '2 seconds'))
    group by a.type order by a.type`.execute(db)
  return rows.map(({ type, count }) => `${type}: ${count}`)
}
