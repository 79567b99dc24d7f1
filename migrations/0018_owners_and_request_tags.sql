alter table feedback
  -- The team member in charge.
  add column owner_id uuid,
  add foreign key (workspace_id, owner_id) references members (workspace_id, id) on delete set null (owner_id);
create index feedback_by_owner on feedback (workspace_id, owner_id, created_at, id) where owner_id is not null;

-- The team's tags, shared with changelog entries.
create table feedback_tags (
  workspace_id uuid not null,
  feedback_id  uuid not null,
  tag_id       uuid not null,
  primary key (workspace_id, feedback_id, tag_id),
  foreign key (workspace_id, feedback_id) references feedback (workspace_id, id) on delete cascade,
  foreign key (workspace_id, tag_id) references tags (workspace_id, id) on delete cascade
);
create index feedback_tags_tag on feedback_tags (workspace_id, tag_id, feedback_id);
