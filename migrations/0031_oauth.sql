-- Apps that members authorize (contract, part two, section 5; ADR 0045).

-- An app that the developers of a workspace have registered. Only members of that workspace can authorize it.
create table app_registrations (
  workspace_id  uuid not null references workspaces,
  -- The client id.
  id            uuid not null,
  name          text not null check (char_length(name) between 1 and 100),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  -- Remains readable after the member has left.
  created_by    text not null,
  created_at    timestamptz(3) not null,
  primary key (workspace_id, id)
);
-- The client id determines the workspace.
create unique index app_registrations_client on app_registrations (id);

-- What a member allowed an app in one workspace. Ended ones stay, because the audit log names the app by them.
create table app_authorizations (
  workspace_id  uuid not null references workspaces,
  id            uuid not null,
  -- Null once the member has left.
  member_id     uuid,
  -- Remains readable after the member has left.
  authorized_by text not null,
  client_id     text not null check (char_length(client_id) between 1 and 2000),
  -- What the app calls itself.
  name          text not null check (char_length(name) between 1 and 100),
  -- Where the app's client metadata document is; null for a registered app.
  client_host   text check (char_length(client_host) between 1 and 300),
  redirect_host text not null check (char_length(redirect_host) between 1 and 300),
  scopes        text[] not null check (cardinality(scopes) > 0),
  resources     text[] not null check (cardinality(resources) > 0 and resources <@ array['api', 'mcp']),
  created_at    timestamptz(3) not null,
  last_used_at  timestamptz(3),
  ended_at      timestamptz(3),
  ended_by      text check (ended_by in ('team', 'app', 'reuse', 'role', 'membership', 'account', 'registration')),
  -- When it last became worth less, by the database's clock: it ended, a token was revoked, or the member's role changed.
  changed_at    timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members on delete set null (member_id),
  check ((ended_at is null) = (ended_by is null))
);
create unique index app_authorizations_id on app_authorizations (id);
create index app_authorizations_member on app_authorizations (workspace_id, member_id) where member_id is not null;
create index app_authorizations_listed on app_authorizations (workspace_id, created_at, id);
-- Once a second every process reads what changed (credentials/authenticate.ts).
create index app_authorizations_changed on app_authorizations (changed_at) where changed_at is not null;

-- Codes and tokens of apps, by the SHA-256 of their text. The texts themselves are not stored.
create table app_tokens (
  workspace_id     uuid not null,
  hash             bytea not null check (octet_length(hash) = 32),
  authorization_id uuid not null,
  kind             text not null check (kind in ('code', 'access', 'refresh')),
  scopes           text[] not null,
  resources        text[] not null check (resources <@ array['api', 'mcp']),
  -- What the authorization server needs to know about it, such as the code challenge.
  payload          jsonb not null,
  created_at       timestamptz(3) not null,
  expires_at       timestamptz(3) not null,
  -- When a code was redeemed, or a refresh token replaced.
  consumed_at      timestamptz(3),
  primary key (workspace_id, hash),
  foreign key (workspace_id, authorization_id) references app_authorizations on delete cascade
);
-- The token determines its workspace.
create unique index app_tokens_hash on app_tokens (hash);
create index app_tokens_authorization on app_tokens (workspace_id, authorization_id);
create index app_tokens_expires_at on app_tokens (expires_at);

-- The state of the authorization server before a workspace is chosen: requests for consent, apps that registered
-- themselves, and client metadata documents. Belongs to the instance, like accounts.
create table account_oauth_artifacts (
  kind       text not null check (kind in ('interaction', 'client', 'document')),
  -- SHA-256 of the id. That of a request for consent is a secret of the browser.
  hash       bytea not null check (octet_length(hash) = 32),
  payload    jsonb not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (kind, hash)
);
create index account_oauth_artifacts_expires_at on account_oauth_artifacts (expires_at);

-- compatible: the checks accept one more type, which only the new version writes.
alter table feedback_merges drop constraint feedback_merges_merged_by_type_check;
alter table feedback_merges add constraint feedback_merges_merged_by_type_check
  check (merged_by_type in ('key', 'app', 'member', 'customer', 'system'));
alter table invitations drop constraint invitations_invited_by_type_check;
alter table invitations add constraint invitations_invited_by_type_check
  check (invited_by_type in ('key', 'app', 'member', 'customer', 'system'));
alter table member_notifications drop constraint member_notifications_actor_type_check;
alter table member_notifications add constraint member_notifications_actor_type_check
  check (actor_type in ('key', 'app', 'member', 'customer', 'system'));
alter table member_notifications drop constraint member_notifications_check1;
alter table member_notifications add constraint member_notifications_actor_id_check
  check (actor_type in ('key', 'app', 'member') or actor_id is null);
alter table notification_events drop constraint notification_events_actor_type_check;
alter table notification_events add constraint notification_events_actor_type_check
  check (actor_type in ('key', 'app', 'member', 'customer', 'system'));
alter table tracker_connections drop constraint tracker_connections_connected_by_type_check;
alter table tracker_connections add constraint tracker_connections_connected_by_type_check
  check (connected_by_type in ('key', 'app', 'member', 'system'));
-- Last, as in transactions that write: otherwise they could wait for each other.
alter table audit_events drop constraint audit_events_actor_type_check;
alter table audit_events add constraint audit_events_actor_type_check
  check (actor_type in ('key', 'app', 'member', 'customer', 'system'));
