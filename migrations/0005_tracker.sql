-- The team's issue tracker: how a workspace is connected, which request became which issue, what the tracker told.

create table tracker_connections (
  workspace_id       uuid not null references workspaces,
  id                 uuid not null,
  provider           text not null check (provider in ('linear', 'github', 'jira')),
  api_url            text not null check (char_length(api_url) between 8 and 2048),
  -- AES-256-GCM under SECRET_KEY. Gone with the connection.
  credential         bytea,
  -- Counts renewals, so that of two processes that renew at once one does.
  credential_version integer not null default 1,
  refreshing_until     timestamptz(3),
  account_id         text not null,
  account_name       text not null,
  account_url        text not null,
  team_id            text,
  team_name          text,
  project_id         text,
  project_name       text,
  label_ids          text[] not null default '{}',
  assignee_id        text,
  priority           smallint check (priority between 0 and 4),
  -- Stages by state type, or null for no change; only what differs from the defaults (mapping.ts).
  stage_mapping      jsonb not null default '{}',
  -- Whether sourceUrl, metadata and submitter go into issues.
  sends_context      boolean not null default false,
  status             text not null default 'connected' check (status in ('connected', 'revoked', 'stale')),
  status_reason      text check (char_length(status_reason) <= 500),
  checked_at         timestamptz(3) not null,
  -- Until then the tracker wants to be left alone.
  rate_limited_until       timestamptz(3),
  -- It did not answer a job. Until then jobs leave it alone, and those of others have their turn.
  backoff_until      timestamptz(3),
  -- When a job is to see whether links are due.
  poll_after            timestamptz(3) not null default now(),
  webhook_secret        bytea,
  -- The tracker's id of the webhook that Heed made there.
  remote_webhook_id            text,
  connected_by_type  text not null check (connected_by_type in ('key', 'member', 'system')),
  connected_by_id    uuid,
  connected_at       timestamptz(3) not null,
  disconnected_at    timestamptz(3),
  primary key (workspace_id, id),
  check ((disconnected_at is null) = (credential is not null))
);
create unique index tracker_connections_current on tracker_connections (workspace_id) where disconnected_at is null;
-- Asked for the whole instance: who is to be looked at.
create index tracker_connections_poll on tracker_connections (poll_after) where disconnected_at is null;
-- A webhook's address names its connection, which names its workspace.
create unique index tracker_connections_webhook on tracker_connections (id);

-- One row for each issue, there before the issue is: `creating` from the first try on, `active` when the tracker has
-- answered, `ended` when the issue is gone. Its id is the identity that the tracker is given.
create table tracker_links (
  workspace_id    uuid not null,
  id              uuid not null,
  feedback_id     uuid not null,
  connection_id   uuid not null,
  state           text not null check (state in ('creating', 'active', 'ended')),
  -- The team that the issue was asked for in: where to look for it.
  team_id         text,
  -- Who is creating it, and until when nobody else may.
  claim           uuid,
  claimed_until   timestamptz(3),
  -- When the tracker was first asked for it; null while that has not happened.
  first_attempt_at        timestamptz(3),
  -- And when last.
  last_attempt_at   timestamptz(3),
  -- Until then an issue that was asked for may exist and not be found yet.
  outcome_unknown_until timestamptz(3),
  issue_id        text,
  identifier      text,
  url             text,
  remote_title    text,
  remote_state    text,
  remote_state_type     text check (remote_state_type in ('backlog', 'unstarted', 'started', 'completed', 'canceled')),
  -- When the tracker was last asked how the issue is.
  checked_at      timestamptz(3),
  -- When to ask again, in UTC, if no webhook tells sooner: open issues change often, closed ones seldom.
  poll_after         timestamp(3) generated always as ((checked_at at time zone 'UTC') + case
    when remote_state_type in ('completed', 'canceled') then interval '24 hours' else interval '15 minutes' end) stored,
  created_at      timestamptz(3) not null,
  ended_at        timestamptz(3),
  -- Its issue is gone, or another tracker was connected: then a return to this one brings it back.
  end_reason      text check (end_reason in ('gone', 'replaced')),
  primary key (workspace_id, id),
  foreign key (workspace_id, feedback_id) references feedback on delete cascade,
  foreign key (workspace_id, connection_id) references tracker_connections,
  check (state = 'creating' or num_nulls(issue_id, identifier, url, remote_title, remote_state, remote_state_type) = 0),
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (end_reason is not null))
);
create unique index tracker_links_open on tracker_links (workspace_id, feedback_id) where state <> 'ended';
create unique index tracker_links_issue on tracker_links (workspace_id, connection_id, issue_id) where state = 'active';
create index tracker_links_feedback on tracker_links (workspace_id, feedback_id);
create index tracker_links_poll on tracker_links (workspace_id, connection_id, poll_after) where state = 'active';
create index tracker_links_creating on tracker_links (workspace_id, connection_id, created_at) where state = 'creating';

-- Calls of trackers that have been heeded, by the signature of their bodies: a second one with the same is a replay.
create table tracker_webhook_deliveries (
  workspace_id  uuid not null,
  connection_id uuid not null,
  digest        bytea not null,
  received_at   timestamptz(3) not null,
  primary key (workspace_id, connection_id, digest),
  foreign key (workspace_id, connection_id) references tracker_connections on delete cascade
);
create index tracker_webhook_deliveries_age on tracker_webhook_deliveries (received_at);
