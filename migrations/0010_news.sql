-- News of requests: what happened to one, until its submitter and voters are told, and what they were told together.

-- What was told of a request at once: at most one message to each of those who hear.
create table notification_digests (
  workspace_id   uuid not null,
  id             uuid not null,
  feedback_id    uuid not null,
  -- The stage that is told, and the one that was told before. Both null: only replies are.
  from_stage     text check (from_stage in ('pending', 'in_review', 'planned', 'in_progress', 'completed', 'closed')),
  stage          text check (stage in ('in_review', 'planned', 'in_progress', 'completed', 'closed')),
  created_at     timestamptz(3) not null,
  -- How far the list of those who hear has been written, as in announcements.
  fanout_cursor uuid,
  fanout_batches   integer not null default 0,
  fanned_out_at      timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, feedback_id) references feedback on delete cascade
);
create index notification_digests_feedback on notification_digests (workspace_id, feedback_id, created_at desc);
-- Those to be listed, and their removal in time, are asked for the whole instance.
create index notification_digests_pending_fanout on notification_digests (created_at) where fanned_out_at is null;
create index notification_digests_fanned_out on notification_digests (fanned_out_at) where fanned_out_at is not null;

-- One thing that happened. A move is gone once it is told: the bundle has the stage that it led to.
create table notification_events (
  workspace_id uuid not null,
  id           uuid not null,
  feedback_id  uuid not null,
  kind         text not null check (kind in ('stage', 'reply')),
  -- Of a move: the stage before it.
  from_stage   text check (from_stage in ('pending', 'in_review', 'planned', 'in_progress', 'completed', 'closed')),
  comment_id   uuid,
  -- When it may be told; null bundle: it has not been.
  due_at       timestamptz(3) not null,
  digest_id    uuid,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, feedback_id) references feedback on delete cascade,
  foreign key (workspace_id, comment_id) references comments on delete cascade,
  foreign key (workspace_id, digest_id) references notification_digests on delete cascade,
  check (case kind when 'stage' then from_stage is not null and comment_id is null and digest_id is null
                   else from_stage is null and comment_id is not null end)
);
create index notification_events_feedback on notification_events (workspace_id, feedback_id);
create unique index notification_events_comment on notification_events (workspace_id, comment_id) where comment_id is not null;
create index notification_events_digest on notification_events (workspace_id, digest_id) where digest_id is not null;
-- The clock asks for the whole instance what is to be told.
create index notification_events_due on notification_events (due_at) where digest_id is null;

-- A message is about an entry or about a bundle, and each customer gets one.
alter table notification_deliveries
  drop constraint notification_deliveries_pkey,
  alter column entry_id drop not null,
  add column digest_id uuid,
  add foreign key (workspace_id, digest_id) references notification_digests on delete cascade,
  add check (num_nonnulls(entry_id, digest_id) = 1);
create unique index notification_deliveries_entry on notification_deliveries (workspace_id, entry_id, customer_id) where entry_id is not null;
create unique index notification_deliveries_digest on notification_deliveries (workspace_id, digest_id, customer_id) where digest_id is not null;
