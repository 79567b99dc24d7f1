-- Webhooks and their deliveries (contract, part two, section 3; ADR 0034).

create table webhooks (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  url text not null check (char_length(url) <= 2000),
  description text not null check (char_length(description) <= 300),
  -- Types of events, or only `*`.
  events text[] not null check (cardinality(events) > 0),
  disabled_reason text check (disabled_reason in ('manual', 'gone', 'failing')),
  -- Sealed by the vault. The previous secret also signs until it expires.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamptz(3),
  -- Deliveries exist for all events up to this one.
  last_event_id uuid not null,
  last_sequence bigint not null,
  -- When its new events were last read. Webhooks take turns.
  fanned_out_at timestamptz(3),
  -- When its next attempt is due, or its last turn if more were due then; null if none is pending. Changed only with
  -- this row locked.
  next_attempt_at timestamptz(3),
  last_success_at timestamptz(3),
  -- The first failed attempt since the last success.
  failing_since timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  check ((previous_secret is null) = (previous_secret_expires_at is null))
);
create index webhooks_due on webhooks (next_attempt_at) where next_attempt_at is not null and disabled_reason is null;

create table webhook_deliveries (
  workspace_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  -- While an attempt runs, when it counts as lost; null once the delivery has ended.
  next_attempt_at timestamptz(3),
  attempt_count smallint not null default 0,
  -- As the API presents them.
  attempts jsonb not null default '[]',
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id) on delete cascade,
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (workspace_id, webhook_id, next_attempt_at)
  where status = 'pending';
create index webhook_deliveries_newest on webhook_deliveries (workspace_id, webhook_id, created_at, id);
-- Few fail, and finding them must not mean reading all others.
create index webhook_deliveries_failed on webhook_deliveries (workspace_id, webhook_id, created_at, id)
  where status = 'failed';
-- Finds what receivers have responded to an event that is erased. A delivery enters it with its first attempt.
create index webhook_deliveries_event on webhook_deliveries (workspace_id, event_id) where attempt_count > 0;
