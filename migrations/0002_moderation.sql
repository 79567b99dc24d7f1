-- Review of comments, reports of public content, and blocked customers (ADR 0021).

alter table boards drop constraint boards_reviews_new_check;
alter table boards
  add constraint boards_reviews_new_check check (reviews_new in ('all', 'links', 'first_time', 'none')),
  add column reviews_comments text not null default 'links'
    check (reviews_comments in ('all', 'links', 'first_time', 'none'));

alter table customers add column blocked_at timestamptz(3);

-- Comments that are not public: waiting for review, or turned down. They are not rows of `comments`, so that nothing
-- that reads, counts, exports or sends comments can disclose one.
create table pending_comments (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  feedback_id  uuid,
  entry_id     uuid,
  parent_id    uuid,
  body         text not null check (char_length(body) between 1 and 10000),
  -- Null for a removed comment whose author the API did not name.
  customer_id  uuid,
  status       text not null check (status in ('pending', 'rejected', 'spam')),
  created_at   timestamptz(3) not null,
  reviewed_at  timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, feedback_id) references feedback (workspace_id, id) on delete cascade,
  foreign key (workspace_id, entry_id) references changelog_entries (workspace_id, id) on delete cascade,
  foreign key (workspace_id, parent_id) references comments (workspace_id, id) on delete cascade,
  foreign key (workspace_id, customer_id) references customers (workspace_id, id),
  check (num_nonnulls(feedback_id, entry_id) = 1),
  check ((status = 'pending') = (reviewed_at is null))
);
create index pending_comments_queue on pending_comments (workspace_id, created_at, id) where status = 'pending';
create index pending_comments_customer on pending_comments (workspace_id, customer_id) where customer_id is not null;
create index pending_comments_of_feedback on pending_comments (workspace_id, feedback_id) where feedback_id is not null;
create index pending_comments_of_entry on pending_comments (workspace_id, entry_id) where entry_id is not null;
create index pending_comments_parent on pending_comments (workspace_id, parent_id) where parent_id is not null;

-- What customers have reported to the team. A dismissed report stays, so that its author cannot repeat it.
create table content_reports (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  feedback_id  uuid,
  comment_id   uuid,
  customer_id  uuid not null,
  reason       text not null check (reason in ('spam', 'offensive', 'private', 'other')),
  created_at   timestamptz(3) not null,
  dismissed_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, feedback_id) references feedback (workspace_id, id) on delete cascade,
  foreign key (workspace_id, comment_id) references comments (workspace_id, id) on delete cascade,
  foreign key (workspace_id, customer_id) references customers (workspace_id, id) on delete cascade,
  check (num_nonnulls(feedback_id, comment_id) = 1)
);
create unique index content_reports_feedback on content_reports (workspace_id, feedback_id, customer_id)
  where feedback_id is not null;
create unique index content_reports_comment on content_reports (workspace_id, comment_id, customer_id)
  where comment_id is not null;
create index content_reports_open on content_reports (workspace_id, created_at) where dismissed_at is null;
create index content_reports_customer on content_reports (workspace_id, customer_id);
