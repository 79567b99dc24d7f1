-- News of requests: what happened to one, until its submitter and voters are told, and what they were told together.

-- What was told of a request at once: at most one message to each of those who hear.
create table news_bundles (
  workspace_id   uuid not null,
  id             uuid not null,
  feedback_id    uuid not null,
  -- The stage that is told, and the one that was told before. Both null: only replies are.
  from_stage     text check (from_stage in ('pending', 'in_review', 'planned', 'in_progress', 'completed', 'closed')),
  stage          text check (stage in ('in_review', 'planned', 'in_progress', 'completed', 'closed')),
  created_at     timestamptz(3) not null,
  -- How far the list of those who hear has been written, as in announcements.
  listed_through uuid,
  listed_pages   integer not null default 0,
  listed_at      timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, feedback_id) references feedback on delete cascade
);
create index news_bundles_feedback on news_bundles (workspace_id, feedback_id, created_at desc);
-- Those to be listed, and their removal in time, are asked for the whole instance.
create index news_bundles_unlisted on news_bundles (created_at) where listed_at is null;
create index news_bundles_listed on news_bundles (listed_at) where listed_at is not null;

-- One thing that happened. A move is gone once it is told: the bundle has the stage that it led to.
create table news (
  workspace_id uuid not null,
  id           uuid not null,
  feedback_id  uuid not null,
  kind         text not null check (kind in ('stage', 'reply')),
  -- Of a move: the stage before it.
  from_stage   text check (from_stage in ('pending', 'in_review', 'planned', 'in_progress', 'completed', 'closed')),
  comment_id   uuid,
  -- When it may be told; null bundle: it has not been.
  due_at       timestamptz(3) not null,
  bundle_id    uuid,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, feedback_id) references feedback on delete cascade,
  foreign key (workspace_id, comment_id) references comments on delete cascade,
  foreign key (workspace_id, bundle_id) references news_bundles on delete cascade,
  check (case kind when 'stage' then from_stage is not null and comment_id is null and bundle_id is null
                   else from_stage is null and comment_id is not null end)
);
create index news_feedback on news (workspace_id, feedback_id);
create unique index news_comment on news (workspace_id, comment_id) where comment_id is not null;
create index news_bundle on news (workspace_id, bundle_id) where bundle_id is not null;
-- The clock asks for the whole instance what is to be told.
create index news_due on news (due_at) where bundle_id is null;

-- A message is about an entry or about a bundle, and each customer gets one.
alter table deliveries
  drop constraint deliveries_pkey,
  alter column entry_id drop not null,
  add column bundle_id uuid,
  add foreign key (workspace_id, bundle_id) references news_bundles on delete cascade,
  add check (num_nonnulls(entry_id, bundle_id) = 1);
create unique index deliveries_entry on deliveries (workspace_id, entry_id, customer_id) where entry_id is not null;
create unique index deliveries_bundle on deliveries (workspace_id, bundle_id, customer_id) where bundle_id is not null;
