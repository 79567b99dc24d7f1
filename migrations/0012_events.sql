-- The log of events of each workspace (contract, part two, section 2; ADR 0034).

-- A transaction with events updates its workspace's row last, just before it commits. So the transactions of a workspace
-- get their sequence numbers in the order in which they commit.
create table event_counters (
  workspace_id uuid primary key references workspaces,
  last_sequence bigint not null,
  -- Never goes back, even if a clock does.
  last_event_at timestamptz(3) not null
) with (fillfactor = 50);

create table events (
  -- The counter, whose row the same statement writes, references the workspace. Checking that again costs each write.
  workspace_id uuid not null,
  -- Sorts by time and sequence; see event_id().
  id uuid not null,
  sequence bigint not null,
  type text not null check (char_length(type) between 1 and 64),
  created_at timestamptz(3) not null,
  actor_type text not null check (actor_type in ('api_key', 'member', 'customer', 'system', 'app')),
  actor_id uuid,
  resource_id uuid not null,
  -- JSON as the API presents it, in the order of its members.
  data json not null,
  changes json,
  primary key (workspace_id, id)
);
-- Finds the events whose texts must be erased.
create index events_resource on events (workspace_id, resource_id);

-- The id of an event: a UUIDv7 (RFC 9562) whose random part begins with 48 bits of the sequence number, so that ids of a
-- workspace sort in the order of its events.
create function event_id(at timestamptz, sequence bigint) returns uuid
language sql volatile parallel safe as $$
  -- Inserts the digits of the version and the variant. One expression, so that PostgreSQL inlines the function.
  select overlay(overlay(lpad(to_hex((date_part('epoch', at) * 1000)::bigint), 12, '0') || lpad(to_hex(sequence), 12, '0')
    || lpad(to_hex((random() * 16777215)::int), 6, '0') placing '7' from 13 for 0) placing '8' from 17 for 0)::uuid
$$;
