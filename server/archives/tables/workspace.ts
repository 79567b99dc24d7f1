import { archived } from '../format.ts'

const keptByTarget = 'the workspace that an archive is imported into keeps its own'
const credential = 'a secret, or worthless without one'
const connectionState = 'an imported connection is disconnected'
const lease = 'a lease of a process'
const position = 'an imported webhook is disabled and begins with the newest event'

export const settings = archived('workspaces', {
  name: 'settings',
  isUpdate: true,
  columns: [
    'time_zone',
    'logo_url',
    'accent_color',
    'sender_name',
    'reply_to',
    'portal_access',
    'portal_shows_requests',
    'portal_shows_roadmap',
    'portal_shows_changelog',
    'portal_shows_given_names',
    'portal_shows_branding',
    'portal_allowed_domains',
    'portal_allowed_emails',
    'widget_origins',
    'privacy_url',
    'terms_url',
    'imprint_url',
    'retention_inactive_months',
    'retention_visitor_days',
    'retention_context_months',
    'notifies_stages',
    'notifies_approvals',
    'notifies_replies',
    'notifies_publications',
    'stage_label_in_review',
    'stage_label_planned',
    'stage_label_in_progress',
    'stage_label_completed',
    'stage_label_closed',
    'sends_weekly_digest',
    'skipped_setup_steps',
  ],
  omitted: {
    slug: keptByTarget,
    name: keptByTarget,
    plan: keptByTarget,
    created_at: keptByTarget,
    tracked_customers: 'counted from the records, in workspace_usage',
    portal_host: 'the ownership of a custom domain must be verified again',
    widget_generation: credential,
    weekly_digest_enqueued_on: 'the schedule of the weekly digest',
  },
  key: [],
})

/** Uploaded files that a text refers to. Their contents are in the folder `files`. */
export const files = archived('files', {
  name: 'files',
  where: 't.is_attached',
  columns: [
    'id',
    'name',
    'content_type',
    'bytes',
    'width',
    'height',
    'created_by_member',
    'created_by_customer',
    'created_at',
  ],
  omitted: {
    is_attached: 'derived from the texts; uploads that no text refers to are left out',
    upload_key: 'recognizes the repetition of an upload',
  },
  key: ['id'],
})

export const events = archived('events', {
  name: 'events',
  columns: ['id', 'sequence', 'type', 'created_at', 'actor_type', 'actor_id', 'resource_id', 'data', 'changes'],
  omitted: {},
  key: ['id'],
})

/** Webhooks of integrations. Webhooks of channels are left out, because their URL is a credential. */
export const webhooks = archived('webhooks', {
  name: 'webhooks',
  where: 't.provider is null',
  columns: ['id', 'url', 'description', 'events', 'created_at'],
  omitted: {
    provider: 'channels are left out',
    board_ids: 'channels are left out',
    disabled_reason: 'every imported webhook is disabled',
    secret: credential,
    previous_secret: credential,
    previous_secret_expires_at: credential,
    last_event_id: position,
    last_sequence: position,
    fanned_out_at: position,
    next_attempt_at: position,
    last_success_at: position,
    failing_since: position,
    updated_at: position,
  },
  key: ['id'],
})

/** Connections to issue trackers, without their credentials, so that the links of requests stay readable. */
export const trackerConnections = archived('tracker_connections', {
  name: 'tracker_connections',
  columns: [
    'id',
    'provider',
    'api_url',
    'account_id',
    'account_name',
    'account_url',
    'team_id',
    'team_name',
    'project_id',
    'project_name',
    'label_ids',
    'assignee_id',
    'priority',
    'stage_mapping',
    'sends_context',
    'connected_at',
  ],
  omitted: {
    credential,
    credential_version: credential,
    webhook_secret: credential,
    remote_webhook_id: credential,
    refreshing_until: lease,
    status: connectionState,
    status_reason: connectionState,
    checked_at: connectionState,
    rate_limited_until: connectionState,
    backoff_until: connectionState,
    poll_after: connectionState,
    disconnected_at: connectionState,
    connected_by_type: connectionState,
    connected_by_id: connectionState,
  },
  key: ['id'],
})

/** Issues of requests, except those that are being created. */
export const trackerLinks = archived('tracker_links', {
  name: 'tracker_links',
  where: `t.state <> 'creating'`,
  columns: [
    'id',
    'feedback_id',
    'connection_id',
    'state',
    'team_id',
    'issue_id',
    'identifier',
    'url',
    'remote_title',
    'remote_state',
    'remote_state_type',
    'checked_at',
    'created_at',
    'ended_at',
    'end_reason',
  ],
  omitted: {
    claim: lease,
    claimed_until: lease,
    first_attempt_at: lease,
    last_attempt_at: lease,
    outcome_unknown_until: lease,
    poll_after: 'computed from other columns',
  },
  key: ['id'],
})
