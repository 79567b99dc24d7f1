-- Edits of public text that wait for review (ADR 0029). The public text stays until the team approves an edit.
create table pending_edits (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  -- No foreign keys, for the same reason as in content_edits.
  feedback_id  uuid,
  comment_id   uuid,
  customer_id  uuid not null,
  -- The new text. Only requests have a title.
  title        text check (char_length(title) <= 200),
  body         text not null check (char_length(body) <= 10000),
  status       text not null check (status in ('pending', 'approved', 'rejected')),
  created_at   timestamptz(3) not null,
  -- Decided edits are kept for a while, so that a decision can be undone.
  reviewed_at  timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, customer_id) references customers (workspace_id, id) on delete cascade,
  check (num_nonnulls(feedback_id, comment_id) = 1),
  check ((title is null) = (feedback_id is null)),
  check ((status = 'pending') = (reviewed_at is null))
);
create unique index pending_edits_feedback on pending_edits (workspace_id, feedback_id) where status = 'pending' and feedback_id is not null;
create unique index pending_edits_comment on pending_edits (workspace_id, comment_id) where status = 'pending' and comment_id is not null;
create index pending_edits_queue on pending_edits (workspace_id, created_at, id) where status = 'pending';
create index pending_edits_customer on pending_edits (workspace_id, customer_id);
