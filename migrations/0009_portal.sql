-- The public portal: what of it a workspace shows and to whom, who is signed in there, how the workspace's own product
-- sends people in, and what customers want to hear.

-- Tables are held in the order in which requests are written: thread, workspace, customer.

-- How much a request is wanted of late (feedback/trend.ts): grows by votes, and needs no ageing. 0011 fills it in: here it
-- would keep readers waiting for as long.
alter table feedback add column trend double precision not null default extract(epoch from now()) / 1209600 * ln(2);

alter table workspaces
  -- Who reads the portal: everybody, or those who are signed in and known to the workspace.
  add column portal_access          text not null default 'public' check (portal_access in ('public', 'private')),
  add column portal_shows_requests  boolean not null default true,
  add column portal_shows_roadmap   boolean not null default true,
  add column portal_shows_changelog boolean not null default true,
  -- A host name that leads to the portal alone, in lower case, without a port.
  add column portal_host            text check (portal_host ~ '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$'),
  -- Where the widget may post from: origins as browsers send them.
  add column widget_origins         text[] not null default '{}' check (cardinality(widget_origins) <= 50),
  -- Widget tokens that were made for an earlier one are good no more.
  add column widget_generation      integer not null default 1;
-- A request's host names the workspace itself.
create unique index workspaces_portal_host on workspaces (portal_host) where portal_host is not null;

alter table customers
  -- Whether they count for the plan's cap: once they have asked, voted or commented. Who only signed in or subscribed
  -- is a customer who is not tracked.
  add column is_tracked      boolean not null default true,
  -- What they want to hear of. Null is no choice: news go to those who have taken part.
  add column notify_changelog boolean,
  add column notify_replies   boolean not null default true,
  add column notify_stages    boolean not null default true;

-- A browser in which a customer is signed in to the portal.
create table customer_sessions (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  customer_id  uuid not null,
  -- SHA-256 of the token that the browser holds.
  hash         bytea not null check (octet_length(hash) = 32),
  expires_at   timestamptz(3) not null,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, hash),
  foreign key (workspace_id, customer_id) references customers on delete cascade
);
create index customer_sessions_customer on customer_sessions (workspace_id, customer_id);
-- For their removal in time.
create index customer_sessions_expires_at on customer_sessions (expires_at);

-- The one code of an address that is good: the latest.
create table customer_codes (
  workspace_id uuid not null references workspaces,
  email        text not null check (email = lower(email) and char_length(email) <= 254),
  hash         bytea not null check (octet_length(hash) = 32),
  tries        integer not null default 0,
  expires_at   timestamptz(3) not null,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, email)
);
create index customer_codes_expires_at on customer_codes (expires_at);

-- What the workspace's own product signs its tokens with. AES-256-GCM under SECRET_KEY.
create table portal_sso_secrets (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  secret       bytea not null,
  created_at   timestamptz(3) not null,
  -- When one that was replaced stops being good; null is the one that is shown.
  expires_at   timestamptz(3),
  primary key (workspace_id, id)
);
create unique index portal_sso_secrets_current on portal_sso_secrets (workspace_id) where expires_at is null;

-- Tokens that somebody has arrived by: each is good once.
create table consumed_sso_tokens (
  workspace_id uuid not null references workspaces,
  -- SHA-256 of the token's own id.
  digest       bytea not null check (octet_length(digest) = 32),
  expires_at   timestamptz(3) not null,
  primary key (workspace_id, digest)
);
create index consumed_sso_tokens_expires_at on consumed_sso_tokens (expires_at);

-- Published entries, newest first.
create index changelog_entries_published on changelog_entries (workspace_id, published_at desc, id desc)
  where published_at is not null;
