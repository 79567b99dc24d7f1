-- The team also sorts requests by trend that the portal does not show. Approved requests cost nothing more.
create index feedback_trending_unapproved on feedback (workspace_id, trend, id) where status <> 'approved';

-- A team member's named filters of the request list.
create table saved_views (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  -- The only member who sees it; null if the whole team does.
  member_id    uuid,
  -- Null once the creator has left the team.
  created_by   uuid,
  name         text not null check (char_length(name) between 1 and 60),
  -- The query of the list's URL, without a question mark.
  query        text not null check (char_length(query) <= 4000),
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade,
  foreign key (workspace_id, created_by) references members (workspace_id, id) on delete set null (created_by)
);
create index saved_views_of_member on saved_views (workspace_id, member_id, name);
