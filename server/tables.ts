// Generated from migrations/ by `npm run generate`.
import type { ColumnType, Generated } from 'kysely'
import type { Stage } from './feedback/schema.ts'
import type { StageMapping } from './tracker/sync/stage-mapping.ts'

/** The columns of every table, as the driver returns and accepts them. Times are ISO 8601 UTC strings. */
export interface Tables {
  account_challenges: {
    id: string
    identifier: string
    value: string
    expires_at: string
    created_at: string
    updated_at: string
  }
  account_codes: {
    email: string
    hash: Buffer
    tries: Generated<number>
    expires_at: string
    created_at: string
  }
  account_credentials: {
    id: string
    account_id: string
    provider: string
    subject: string
    password: string | null
    created_at: string
    updated_at: string
  }
  account_links: {
    hash: Buffer
    purpose: 'setup' | 'reset'
    account_id: string | null
    verifies_email: boolean
    expires_at: string | null
    created_at: string
  }
  account_oauth_artifacts: {
    kind: 'interaction' | 'client' | 'document'
    hash: Buffer
    payload: ColumnType<unknown, string, string>
    created_at: string
    expires_at: string
  }
  account_sessions: {
    id: string
    account_id: string
    token: string
    user_agent: Generated<string>
    expires_at: string
    created_at: string
    updated_at: string
  }
  account_totp: {
    id: string
    account_id: string
    secret: string
    backup_codes: string
    is_confirmed: boolean
    failures: Generated<number>
    locked_until: string | null
  }
  accounts: {
    id: string
    email: string
    is_verified: Generated<boolean>
    name: string
    has_totp: Generated<boolean>
    last_workspace_id: string | null
    last_seen_at: string | null
    created_at: string
    updated_at: string
  }
  announcements: {
    workspace_id: string
    entry_id: string
    due_at: string
    fanout_cursor: string | null
    fanout_batches: Generated<number>
    fanned_out_at: string | null
    audience: Generated<'everyone' | 'asked' | 'board' | 'tag' | 'nobody'>
    audience_id: string | null
  }
  api_keys: {
    workspace_id: string
    id: string
    name: string
    hash: Buffer
    prefix: string
    scopes: string[]
    created_by: string
    created_at: string
    expires_at: string | null
    revoked_at: string | null
    expiry_changed_at: string | null
    last_used_at: string | null
  }
  app_authorizations: {
    workspace_id: string
    id: string
    member_id: string | null
    authorized_by: string
    client_id: string
    name: string
    client_host: string | null
    redirect_host: string
    scopes: string[]
    resources: string[]
    created_at: string
    last_used_at: string | null
    ended_at: string | null
    ended_by: 'team' | 'app' | 'reuse' | 'role' | 'membership' | 'account' | 'registration' | null
    changed_at: string | null
  }
  app_registrations: {
    workspace_id: string
    id: string
    name: string
    redirect_uris: string[]
    created_by: string
    created_at: string
  }
  app_tokens: {
    workspace_id: string
    hash: Buffer
    authorization_id: string
    kind: 'code' | 'access' | 'refresh'
    scopes: string[]
    resources: string[]
    payload: ColumnType<unknown, string, string>
    created_at: string
    expires_at: string
    consumed_at: string | null
  }
  archive_imports: {
    workspace_id: string
    import_id: string
    origin_id: string
    is_rebuild: boolean
    replaced: ColumnType<unknown, string | undefined, string>
    exported_at: string | null
  }
  archived_additions: {
    workspace_id: string
    import_id: string
    position: number
    table_name: string
    row: ColumnType<unknown, string, string>
    created_at: string
  }
  archived_records: {
    workspace_id: string
    origin_id: string
    table_name: string
    source_id: string
    target_id: string
    import_id: string | null
    fields: ColumnType<unknown, string | undefined, string>
  }
  audit_events: {
    workspace_id: string
    id: string
    type: string
    target_id: string
    actor_type: 'key' | 'app' | 'member' | 'customer' | 'system'
    actor_id: string | null
    agent: string | null
    request_id: string | null
    changes: ColumnType<unknown, string | undefined, string>
    created_at: string
  }
  boards: {
    workspace_id: string
    id: string
    slug: string
    name: string
    position: number
    accepts_requests: Generated<boolean>
    is_public: Generated<boolean>
    reviews_new: Generated<'all' | 'links' | 'first_time' | 'none'>
    created_at: string
    reviews_comments: Generated<'all' | 'links' | 'first_time' | 'none'>
  }
  changelog_covers: {
    workspace_id: string
    entry_id: string
    url: string
    alt: string
  }
  changelog_entries: {
    workspace_id: string
    id: string
    state: 'draft' | 'published'
    title: string
    body: string
    version_label: string | null
    reactions_enabled: boolean
    comments_enabled: boolean
    scheduled_publish_at: string | null
    scheduled_timezone: string | null
    published_at: string | null
    comments: Generated<number>
    created_at: string
    updated_at: string
    publish_audience: Generated<'everyone' | 'asked' | 'board' | 'tag' | 'nobody'>
    publish_audience_id: string | null
    completes_linked: Generated<boolean>
    completion_notifies: Generated<boolean>
    completion_note: string | null
  }
  changelog_entry_feedback: {
    workspace_id: string
    entry_id: string
    feedback_id: string
    position: number
  }
  changelog_entry_tags: {
    workspace_id: string
    entry_id: string
    tag_id: string
    position: number
  }
  changelog_reactions: {
    workspace_id: string
    entry_id: string
    customer_id: string
    emoji: '👍' | '❤️' | '🎉' | '🚀' | '👀' | '😄'
    created_at: string
  }
  channel_notices: {
    workspace_id: string
    id: Generated<string>
    kind: string
    subject_id: string
    feedback_id: string | null
    created_at: Generated<string>
  }
  comment_mentions: {
    workspace_id: string
    comment_id: string
    member_id: string
    name: string
  }
  comments: {
    workspace_id: string
    id: string
    feedback_id: string | null
    entry_id: string | null
    parent_id: string | null
    kind: 'comment' | 'staff_reply'
    body: string
    customer_id: string | null
    author_name: string | null
    is_internal: boolean
    created_at: string
    updated_at: string
    member_id: string | null
  }
  companies: {
    workspace_id: string
    id: string
    external_id: string
    name: string
    revenue_amount: number | null
    revenue_currency: string | null
    attributes: ColumnType<unknown, string | undefined, string>
    created_at: string
    updated_at: string
  }
  consents: {
    workspace_id: string
    id: string
    customer_id: string
    action: 'given' | 'withdrawn'
    surface: 'portal' | 'widget' | 'email' | 'console'
    page: string
    host: string | null
    wording: string | null
    created_at: string
  }
  consumed_sso_tokens: {
    workspace_id: string
    token_hash: Buffer
    expires_at: string
  }
  content_edits: {
    workspace_id: string
    id: string
    feedback_id: string | null
    comment_id: string | null
    customer_id: string | null
    title: string | null
    body: string
    created_at: string
  }
  content_reports: {
    workspace_id: string
    id: string
    feedback_id: string | null
    comment_id: string | null
    customer_id: string
    reason: 'spam' | 'offensive' | 'private' | 'other'
    created_at: string
    dismissed_at: string | null
  }
  customer_codes: {
    workspace_id: string
    email: string
    hash: Buffer
    tries: Generated<number>
    expires_at: string
    created_at: string
    browser_hash: string
  }
  customer_names: {
    workspace_id: string
    id: string
    customer_id: string
    name: string | null
    changed_by: 'customer' | 'team' | 'token'
    created_at: string
  }
  customer_sessions: {
    workspace_id: string
    id: string
    customer_id: string
    hash: Buffer
    expires_at: string
    created_at: string
    began_by: 'code' | 'sso' | null
    sso_secret_id: string | null
  }
  customers: {
    workspace_id: string
    id: string
    email: string | null
    name: string | null
    external_id: string | null
    is_tracked: Generated<boolean>
    notify_changelog: boolean | null
    notify_replies: Generated<boolean>
    notify_stages: Generated<boolean>
    mail_opted_out_at: string | null
    mail_bounces: Generated<number>
    mail_bounced_at: string | null
    created_at: string
    blocked_at: string | null
    unsubscribed_at: string | null
    is_participant: Generated<boolean>
    is_admitted: Generated<boolean>
    origin: Generated<'api' | 'team' | 'import' | 'portal' | 'token' | 'widget'>
    name_source: Generated<'self' | 'token' | 'team' | 'import' | 'api'>
    company_id: string | null
    attributes: ColumnType<unknown, string | undefined, string>
    updated_at: string | null
  }
  event_counters: {
    workspace_id: string
    last_sequence: number
    last_event_at: string
  }
  events: {
    workspace_id: string
    id: string
    sequence: number
    type: string
    created_at: string
    actor_type: 'api_key' | 'member' | 'customer' | 'system' | 'app'
    actor_id: string | null
    resource_id: string
    data: ColumnType<unknown, string, string>
    changes: ColumnType<unknown, string | null, string | null>
  }
  exports: {
    workspace_id: string
    id: string
    state: 'pending' | 'running' | 'finished' | 'failed'
    requested_by_type: 'key' | 'member' | 'customer' | 'system' | 'app'
    requested_by_id: string | null
    rows_done: Generated<number>
    rows_total: number | null
    bytes: number | null
    created_at: string
    finished_at: string | null
    expires_at: string
  }
  feedback: {
    workspace_id: string
    id: string
    board_id: string
    title: string
    description: string
    status: 'pending' | 'approved' | 'rejected' | 'spam'
    product_stage: 'in_review' | 'planned' | 'in_progress' | 'completed' | 'closed' | null
    stage: ColumnType<Stage, never, never>
    votes: Generated<number>
    comments: Generated<number>
    created_at: string
    updated_at: string
    last_activity_at: Generated<string>
    trend: Generated<number>
    search_terms: ColumnType<string, never, never>
    owner_id: string | null
    vote_milestone: Generated<number>
    votes_without_voters: Generated<number>
    is_text_indexed: Generated<boolean>
  }
  feedback_context: {
    workspace_id: string
    feedback_id: string
    customer_id: string | null
    source_url: string | null
    metadata: ColumnType<unknown, string | null, string | null>
  }
  feedback_merges: {
    workspace_id: string
    feedback_id: string
    into_id: string
    title: string
    snapshot: ColumnType<unknown, string, string>
    merged_by_type: 'key' | 'app' | 'member' | 'customer' | 'system'
    merged_by_id: string | null
    merged_at: string
  }
  feedback_tags: {
    workspace_id: string
    feedback_id: string
    tag_id: string
  }
  file_removals: {
    workspace_id: string
    file_id: string
    due_at: string
    attempts: Generated<number>
  }
  file_uses: {
    workspace_id: string
    file_id: string
    source: string
    source_id: string
  }
  files: {
    workspace_id: string
    id: string
    name: string
    content_type: string
    bytes: number
    width: number | null
    height: number | null
    created_by_member: string | null
    created_by_customer: string | null
    created_at: string
    is_attached: Generated<boolean>
    upload_key: string | null
  }
  follows: {
    workspace_id: string
    feedback_id: string
    customer_id: string
    is_following: boolean
    source: 'button' | 'comment'
    created_at: string
  }
  idempotency_leases: {
    workspace_id: string
    operation: string
    key: string
    lease_id: string
    leased_until: string
  }
  idempotency_records: {
    workspace_id: string
    operation: string
    key: string
    status: number
    body: string
    created_at: string
  }
  import_changes: {
    workspace_id: string
    import_id: string
    resource: string
    source_id: string
    target_id: string
    before: ColumnType<unknown, string, string>
    after: ColumnType<unknown, string, string>
    earlier_fields: ColumnType<unknown, string, string>
    created_at: string
  }
  import_problems: {
    workspace_id: string
    import_id: string
    position: number
    file: string | null
    line: number | null
    column: string | null
    reason: string
    is_refused: boolean
  }
  imported_records: {
    workspace_id: string
    source: string
    resource: 'boards' | 'customers' | 'companies' | 'tags' | 'feedback' | 'comments' | 'changelog'
    source_id: string
    target_id: string
    import_id: string | null
    fields: ColumnType<unknown, string | undefined, string>
    parent_source_id: string | null
  }
  imported_votes: {
    workspace_id: string
    feedback_id: string
    customer_id: string
    import_id: string
  }
  imports: {
    workspace_id: string
    id: string
    source: string
    name: string
    state: 'draft' | 'checking' | 'checked' | 'running' | 'finished' | 'failed' | 'undoing' | 'undone'
    options: ColumnType<unknown, string | undefined, string>
    fingerprint: string | null
    position: Generated<number>
    total: number | null
    counts: ColumnType<unknown, string | undefined, string>
    problem_count: Generated<number>
    error: string | null
    credential: Buffer | null
    started_by_type: 'key' | 'member' | 'system'
    started_by_id: string | null
    created_at: string
    active_at: string
    finished_at: string | null
    undone_at: string | null
    downloaded: number | null
    undo_deleted: Generated<number>
    undo_restored: Generated<number>
    undo_kept: Generated<number>
  }
  invitations: {
    workspace_id: string
    id: string
    email: string
    role: 'owner' | 'admin' | 'member'
    hash: Buffer
    mailed_hash: Buffer | null
    invited_by_type: 'key' | 'app' | 'member' | 'customer' | 'system'
    invited_by_id: string | null
    expires_at: string
    created_at: string
  }
  member_mails: {
    workspace_id: string
    id: string
    member_id: string
    state: 'due' | 'sending' | 'sent' | 'failed' | 'suppressed'
    due_at: string
    attempts: Generated<number>
    first_tried_at: string | null
    error: string | null
    review_after: string | null
    review_through: string | null
    created_at: string
    ended_at: string | null
  }
  member_notifications: {
    workspace_id: string
    id: string
    member_id: string
    kind: 'assigned' | 'mentioned' | 'reply'
    feedback_id: string | null
    comment_id: string | null
    actor_type: 'key' | 'app' | 'member' | 'customer' | 'system'
    actor_id: string | null
    created_at: string
    read_at: string | null
    mail_due_at: string | null
    mail_id: string | null
    entry_id: string | null
  }
  members: {
    workspace_id: string
    id: string
    email: string
    role: 'owner' | 'admin' | 'member'
    account_id: string | null
    joined_at: string | null
    created_at: string
    mails_assigned: Generated<'immediately' | 'daily' | 'weekly' | 'off'>
    mails_mentions: Generated<'immediately' | 'daily' | 'weekly' | 'off'>
    mails_replies: Generated<'immediately' | 'daily' | 'weekly' | 'off'>
    mails_review: Generated<'immediately' | 'daily' | 'weekly' | 'off'>
    shows_review: Generated<boolean>
    review_read_at: string | null
    review_mailed_at: string | null
    review_mail_due_at: string | null
    weekly_digest: boolean | null
    weekly_digest_sent_on: string | null
    awaits_invitation: Generated<boolean>
    imported_name: string | null
  }
  notification_deliveries: {
    workspace_id: string
    entry_id: string | null
    digest_id: string | null
    customer_id: string
    state: 'due' | 'sending' | 'sent' | 'failed' | 'suppressed'
    attempts: Generated<number>
    first_tried_at: string | null
    due_at: string
    error: string | null
    created_at: string
    ended_at: string | null
    includes_stage: boolean | null
    reply_ids: string[] | null
  }
  notification_digests: {
    workspace_id: string
    id: string
    feedback_id: string
    from_stage: 'pending' | 'in_review' | 'planned' | 'in_progress' | 'completed' | 'closed' | null
    stage: 'in_review' | 'planned' | 'in_progress' | 'completed' | 'closed' | null
    created_at: string
    fanout_cursor: string | null
    fanout_batches: Generated<number>
    fanned_out_at: string | null
    note: string | null
    request_ids: Generated<string[]>
    stage_request_id: string | null
    told_of_stage: Generated<number>
    told_of_replies: ColumnType<unknown, string | undefined, string>
  }
  notification_events: {
    workspace_id: string
    id: string
    feedback_id: string
    kind: 'stage' | 'reply'
    from_stage: 'pending' | 'in_review' | 'planned' | 'in_progress' | 'completed' | 'closed' | null
    comment_id: string | null
    due_at: string
    digest_id: string | null
    created_at: string
    to_stage: 'pending' | 'in_review' | 'planned' | 'in_progress' | 'completed' | 'closed' | null
    note: string | null
    request_id: string | null
    notify: Generated<boolean>
    actor_type: 'key' | 'app' | 'member' | 'customer' | 'system' | null
    actor_id: string | null
  }
  pending_comments: {
    workspace_id: string
    id: string
    feedback_id: string | null
    entry_id: string | null
    parent_id: string | null
    body: string
    customer_id: string | null
    status: 'pending' | 'rejected' | 'spam'
    created_at: string
    reviewed_at: string | null
  }
  pending_edits: {
    workspace_id: string
    id: string
    feedback_id: string | null
    comment_id: string | null
    customer_id: string
    title: string | null
    body: string
    status: 'pending' | 'approved' | 'rejected'
    created_at: string
    reviewed_at: string | null
  }
  portal_domains: {
    workspace_id: string
    host: string
    token: string
    verified_at: string | null
    checked_at: string | null
    served_until: string | null
    created_at: string
  }
  portal_sso_secrets: {
    workspace_id: string
    id: string
    secret: Buffer
    created_at: string
    expires_at: string | null
  }
  rate_limit_windows: {
    key: string
    points: Generated<number>
    expire: number | null
  }
  report_evidence: {
    workspace_id: string
    id: string
    kind: 'request' | 'comment'
    thread_kind: 'request' | 'entry'
    thread_id: string
    title: string
    body: string
    customer_id: string
    reasons: ColumnType<unknown, string, string>
    reported_at: string
    created_at: string
    dismissed_at: string | null
  }
  roadmap_items: {
    workspace_id: string
    id: string
    feedback_id: string
    title: string
    description: string
    status: 'planned' | 'in_progress' | 'done' | 'closed'
    sort_order: number
    target_precision: 'quarter' | 'date' | null
    target_date: string | null
    created_at: string
    updated_at: string
  }
  saved_views: {
    workspace_id: string
    id: string
    member_id: string | null
    created_by: string | null
    name: string
    query: string
    created_at: string
    updated_at: string
  }
  schema_migrations: {
    name: string
    checksum: string
    applied_at: Generated<string>
  }
  tags: {
    workspace_id: string
    id: string
    name: string
    color: string
    sort_name: ColumnType<string, never, never>
    created_at: string
  }
  tracker_connections: {
    workspace_id: string
    id: string
    provider: 'linear' | 'github' | 'jira'
    api_url: string
    credential: Buffer | null
    credential_version: Generated<number>
    refreshing_until: string | null
    account_id: string
    account_name: string
    account_url: string
    team_id: string | null
    team_name: string | null
    project_id: string | null
    project_name: string | null
    label_ids: Generated<string[]>
    assignee_id: string | null
    priority: number | null
    stage_mapping: ColumnType<Partial<StageMapping>, string | undefined, string>
    sends_context: Generated<boolean>
    status: Generated<'connected' | 'revoked' | 'stale'>
    status_reason: string | null
    checked_at: string
    rate_limited_until: string | null
    backoff_until: string | null
    poll_after: Generated<string>
    webhook_secret: Buffer | null
    remote_webhook_id: string | null
    connected_by_type: 'key' | 'app' | 'member' | 'system'
    connected_by_id: string | null
    connected_at: string
    disconnected_at: string | null
  }
  tracker_links: {
    workspace_id: string
    id: string
    feedback_id: string
    connection_id: string
    state: 'creating' | 'active' | 'ended'
    team_id: string | null
    claim: string | null
    claimed_until: string | null
    first_attempt_at: string | null
    last_attempt_at: string | null
    outcome_unknown_until: string | null
    issue_id: string | null
    identifier: string | null
    url: string | null
    remote_title: string | null
    remote_state: string | null
    remote_state_type: 'backlog' | 'unstarted' | 'started' | 'completed' | 'canceled' | null
    checked_at: string | null
    poll_after: ColumnType<string | null, never, never>
    created_at: string
    ended_at: string | null
    end_reason: 'gone' | 'replaced' | null
  }
  tracker_webhook_deliveries: {
    workspace_id: string
    connection_id: string
    delivery_hash: Buffer
    received_at: string
  }
  votes: {
    workspace_id: string
    feedback_id: string
    customer_id: string
    created_at: string
  }
  webhook_deliveries: {
    workspace_id: string
    id: string
    webhook_id: string
    event_id: string
    event_type: string
    status: Generated<'pending' | 'succeeded' | 'failed' | 'skipped'>
    next_attempt_at: string | null
    attempt_count: Generated<number>
    attempts: ColumnType<unknown, string | undefined, string>
    created_at: string
    event_count: Generated<number>
  }
  webhooks: {
    workspace_id: string
    id: string
    url: string
    description: string
    events: string[]
    disabled_reason: 'manual' | 'gone' | 'failing' | null
    secret: Buffer
    previous_secret: Buffer | null
    previous_secret_expires_at: string | null
    last_event_id: string
    last_sequence: number
    fanned_out_at: string | null
    next_attempt_at: string | null
    last_success_at: string | null
    failing_since: string | null
    created_at: string
    updated_at: string
    provider: 'slack' | 'discord' | 'teams' | null
    board_ids: Generated<string[]>
  }
  workspace_usage: {
    workspace_id: string
    tracked_customers: Generated<number>
  }
  workspaces: {
    workspace_id: string
    slug: string
    name: string
    plan: 'free' | 'starter' | 'growth'
    tracked_customers: Generated<number>
    created_at: string
    time_zone: Generated<string>
    logo_url: string | null
    accent_color: string | null
    sender_name: string | null
    reply_to: string | null
    portal_access: Generated<'public' | 'private'>
    portal_shows_requests: Generated<boolean>
    portal_shows_roadmap: Generated<boolean>
    portal_shows_changelog: Generated<boolean>
    portal_host: string | null
    widget_origins: Generated<string[]>
    widget_generation: Generated<number>
    portal_allowed_domains: Generated<string[]>
    portal_allowed_emails: Generated<string[]>
    privacy_url: string | null
    terms_url: string | null
    imprint_url: string | null
    retention_inactive_months: number | null
    retention_visitor_days: number | null
    retention_context_months: number | null
    portal_shows_given_names: Generated<boolean>
    portal_shows_branding: Generated<boolean>
    notifies_stages: Generated<boolean>
    notifies_approvals: Generated<boolean>
    notifies_replies: Generated<boolean>
    stage_label_in_review: string | null
    stage_label_planned: string | null
    stage_label_in_progress: string | null
    stage_label_completed: string | null
    stage_label_closed: string | null
    sends_weekly_digest: Generated<boolean>
    weekly_digest_enqueued_on: string | null
    skipped_setup_steps: Generated<string[]>
    notifies_publications: Generated<boolean>
  }
}
