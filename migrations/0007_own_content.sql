-- What customers do with their own content: edits, removed reports, follows, and earlier names (ADR 0026).

-- Texts that authors have replaced. Only the team sees them. The ids of requests and comments have no foreign keys,
-- because merging and review move those rows but keep their ids; housekeeping deletes rows whose request or comment is
-- gone.
create table content_edits (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  feedback_id  uuid,
  comment_id   uuid,
  customer_id  uuid not null,
  -- The earlier text. Only requests have a title.
  title        text check (char_length(title) <= 200),
  body         text not null check (char_length(body) <= 10000),
  -- When it was replaced.
  created_at   timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, customer_id) references customers (workspace_id, id) on delete cascade,
  check (num_nonnulls(feedback_id, comment_id) = 1),
  check ((title is null) = (feedback_id is null))
);
create index content_edits_feedback on content_edits (workspace_id, feedback_id, created_at) where feedback_id is not null;
create index content_edits_comment on content_edits (workspace_id, comment_id, created_at) where comment_id is not null;
create index content_edits_customer on content_edits (workspace_id, customer_id);

-- Reported text that its author removed before the team decided, so that the team can still decide about the author.
create table report_evidence (
  workspace_id uuid not null references workspaces,
  -- The request or comment that was reported.
  id           uuid not null,
  kind         text not null check (kind in ('request', 'comment')),
  thread_kind  text not null check (thread_kind in ('request', 'entry')),
  thread_id    uuid not null,
  title        text not null check (char_length(title) <= 500),
  body         text not null check (char_length(body) <= 10000),
  customer_id  uuid not null,
  -- The number of reports by reason.
  reasons      jsonb not null,
  reported_at  timestamptz(3) not null,
  created_at   timestamptz(3) not null,
  dismissed_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, customer_id) references customers (workspace_id, id) on delete cascade
);
create index report_evidence_open on report_evidence (workspace_id, reported_at) where dismissed_at is null;
create index report_evidence_customer on report_evidence (workspace_id, customer_id);

-- Customers' decisions to follow a request or not. Submitters and voters without a row are notified about it.
create table follows (
  workspace_id uuid not null references workspaces,
  feedback_id  uuid not null,
  customer_id  uuid not null,
  is_following boolean not null,
  source       text not null check (source in ('button', 'comment')),
  created_at   timestamptz(3) not null,
  primary key (workspace_id, feedback_id, customer_id),
  foreign key (workspace_id, feedback_id) references feedback (workspace_id, id) on delete cascade,
  foreign key (workspace_id, customer_id) references customers (workspace_id, id) on delete cascade
);
create index follows_customer on follows (workspace_id, customer_id);

-- Earlier names of customers. Only the team sees them.
create table customer_names (
  workspace_id    uuid not null references workspaces,
  id              uuid not null,
  customer_id     uuid not null,
  -- Null: they had no name.
  name            text check (char_length(name) <= 200),
  -- Who changed it: the customer, the team, or the product with a signed token.
  changed_by      text not null check (changed_by in ('customer', 'team', 'token')),
  -- When it was replaced.
  created_at      timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, customer_id) references customers (workspace_id, id) on delete cascade
);
create index customer_names_customer on customer_names (workspace_id, customer_id, created_at desc, id desc);
