-- Workspaces, who works in them, and the keys that speak for them.

create table workspaces (
  workspace_id      uuid primary key,
  slug              text not null unique check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name              text not null check (char_length(name) between 1 and 100),
  plan              text not null check (plan in ('free', 'starter', 'growth')),
  -- Counted in the transaction that adds a customer; its row lock is what makes the cap exact.
  tracked_customers integer not null default 0 check (tracked_customers >= 0),
  created_at        timestamptz(3) not null
);

create table members (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  email        text not null check (char_length(email) between 3 and 254),
  role         text not null check (role in ('owner', 'admin', 'member')),
  created_at   timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index members_email on members (workspace_id, lower(email));

create table api_keys (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  name         text not null check (char_length(name) between 1 and 100),
  -- SHA-256 of the whole key. The key itself is stored nowhere.
  hash         bytea not null check (octet_length(hash) = 32),
  prefix       text not null,
  scopes       text[] not null check (cardinality(scopes) > 0),
  created_by   text not null,
  created_at   timestamptz(3) not null,
  expires_at   timestamptz(3),
  revoked_at   timestamptz(3),
  last_used_at timestamptz(3),
  primary key (workspace_id, id)
);
-- The one look-up that cannot know its workspace: the credential is what names it.
create unique index api_keys_hash on api_keys (hash);
-- Each process asks once a second which keys were revoked of late.
create index api_keys_revoked on api_keys (revoked_at) where revoked_at is not null;

-- The audit trail, one row for each write, appended in the write's own transaction.
create table audit_events (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  type         text not null,
  target_id    uuid not null,
  actor_type   text not null check (actor_type in ('key', 'member', 'customer', 'system')),
  actor_id     uuid,
  agent        text check (char_length(agent) <= 64),
  request_id   text,
  changes      jsonb not null default '{}',
  created_at   timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index audit_events_target on audit_events (workspace_id, target_id, id);

-- What a create answered, kept with the effect so that a retry repeats the answer and not the effect.
create table idempotency_records (
  workspace_id uuid not null references workspaces,
  operation    text not null,
  key          text not null,
  status       smallint not null,
  body         text not null,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, operation, key)
);
-- For their removal in time.
create index idempotency_records_age on idempotency_records (created_at);

-- Fixed windows of the rate limits when several processes share this database. The layout is that of
-- rate-limiter-flexible; losing it in a crash only opens a new window, so it is not logged.
create unlogged table rate_limit_windows (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
