const dueWork = 'looks for due work in all workspaces, once or twice a second in each process that runs jobs'
const scheduledWork = 'looks for due work in all workspaces, every one to ten minutes'
const housekeeping = 'deletes expired rows of all workspaces, once an hour'
const lostJobs = 'looks for work that has lost its job, every few minutes'

export interface AllowedStatements {
  reason: string
  /** How the statements begin, in the form that Citus receives, on one line. */
  begins: string[]
}

/** The product's statements that may query several shards of a distributed database. All others fail the run. */
export const allowedSpreadStatements: AllowedStatements[] = [
  {
    reason: dueWork,
    begins: [
      '( select workspace_id as "workspaceId", id, false as "isFailing" from webhooks where next_attempt_at <= clock_timestamp()',
      'select distinct workspace_id as "workspaceId", member_id as "memberId" from ( (select workspace_id, member_id from member_notifications where mail_due_at <= $1',
      'select w.workspace_id as id from webhooks w join event_counters c on c.workspace_id = w.workspace_id',
      'select workspace_id as "workspaceId", feedback_id as "feedbackId" from notification_events where digest_id is null and due_at <= $1',
      'select workspace_id as id from channel_notices group by 1',
      'select "workspace_id", "id" from "changelog_entries" where "scheduled_publish_at" <= $1',
    ],
  },
  {
    reason: scheduledWork,
    begins: [
      'select workspace_id as id from feedback where not is_text_indexed group by 1',
      'select workspace_id as id from file_removals where due_at <= now()',
      'select workspace_id as "workspaceId", host from portal_domains where checked_at is null',
      "select workspace_id, id, status = 'revoked' as is_revoked from tracker_connections where disconnected_at is null",
    ],
  },
  {
    reason: lostJobs,
    begins: [
      '(select workspace_id, entry_id, null::uuid as digest_id from announcements where fanned_out_at is null',
      'select workspace_id, entry_id, digest_id from ( select distinct workspace_id, entry_id, digest_id from notification_deliveries',
      `select workspace_id as "workspaceId", id as "mailId" from member_mails d where state in ('due', 'sending')`,
    ],
  },
  {
    reason: housekeeping,
    begins: [
      'delete from "archived_additions" where created_at <',
      'delete from "consumed_sso_tokens" where expires_at <',
      'delete from "content_edits" where not exists',
      'delete from "customer_codes" where expires_at <',
      'delete from "customer_sessions" where expires_at <',
      'delete from "files" where not is_attached and created_at <',
      'delete from "idempotency_leases" where leased_until <',
      'delete from "idempotency_records" where created_at <',
      'delete from "import_changes" where created_at <',
      `delete from "imports" where state in ('draft', 'checked') and active_at <`,
      'delete from "member_mails" where ended_at <',
      'delete from "member_notifications" where read_at <',
      'delete from "notification_deliveries" where ended_at <',
      'delete from "notification_digests" where fanned_out_at <',
      'delete from "pending_edits" where reviewed_at <',
      'delete from "portal_sso_secrets" where expires_at <',
      'delete from "report_evidence" where created_at <',
      'delete from "tracker_webhook_deliveries" where received_at <',
      'delete from "webhook_deliveries" where created_at <',
      'delete from events e using ( select old.workspace_id, old.id from event_counters c',
      'select "workspace_id", "id" from "exports" where "expires_at" <',
      'select workspace_id as "workspaceId", array_agg(id) as ids from "pending_comments" where reviewed_at <',
      'update "imports" set "credential" = $1 where "credential" is not null and "state" in',
      'update "member_notifications" x set "mail_id" = null from "member_mails"',
    ],
  },
  {
    reason: 'lists the workspaces for an operator command',
    begins: ['select "w"."workspace_id" as "id", "w"."slug", "w"."name", "w"."plan", coalesce(u.tracked_customers, 0)'],
  },
  {
    reason: 'checks all workspaces in `heed doctor`, which an operator runs now and then',
    begins: [
      'select "c"."workspace_id", "c"."id", "c"."provider", "c"."credential", "c"."status", "c"."status_reason", "w"."slug" from "tracker_connections"',
      'select "w"."workspace_id", "w"."slug" from "workspaces" as "w" left join "workspace_usage"',
      "select (select count(*) from notification_deliveries where state = 'failed' and ended_at > now() - make_interval(days => $1))",
      'select count(*) as count, min(created_at) as oldest, coalesce(min(created_at) < now() - make_interval(mins => $1), false) as is_late, mode()',
      'select count(*) as count, min(due_at) as oldest from ( select due_at from notification_events where digest_id is null',
      'select count(*) as count, min(due_at) as oldest, coalesce(min(due_at) < now() - make_interval(mins => $1), false) as is_late from announcements',
      'select w.slug, d.host, d.served_until as "servedUntil", d.created_at > now() - make_interval(hours => $1) as "isNew" from portal_domains',
    ],
  },
  {
    reason: 'finds the connection of a webhook call, whose address contains only the id of the connection',
    begins: ['select * from "tracker_connections" where "id" = $1 and "disconnected_at" is null'],
  },
  {
    reason: 'keeps the ids of connections unique across workspaces when an archive is imported, for the same calls',
    begins: ['select id from tracker_connections where $1::uuid is not null and id = any($2::uuid[])'],
  },
]
