-- What the workspace tells: tags, entries, what they link to, reactions, and announcements that are due.

create table tags (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  name         text not null check (char_length(name) between 1 and 50),
  color        text not null check (color ~ '^#[0-9a-f]{6}$'),
  -- The order of the list, the same whatever the database's collation.
  sort_name    text not null collate "C" generated always as (lower(name)) stored,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index tags_name on tags (workspace_id, sort_name);

create table changelog_entries (
  workspace_id         uuid not null references workspaces,
  id                   uuid not null,
  state                text not null check (state in ('draft', 'published')),
  title                text not null check (char_length(title) between 1 and 200),
  body                 text not null check (char_length(body) <= 100000),
  version_label        text check (char_length(version_label) <= 64),
  reactions_enabled    boolean not null,
  comments_enabled     boolean not null,
  scheduled_publish_at timestamptz(3),
  scheduled_timezone   text,
  published_at         timestamptz(3),
  comments             integer not null default 0 check (comments >= 0),
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  primary key (workspace_id, id),
  check ((state = 'published') = (published_at is not null)),
  check (state = 'draft' or scheduled_publish_at is null)
);
create index changelog_entries_newest on changelog_entries (workspace_id, created_at desc, id desc);
create index changelog_entries_by_state on changelog_entries (workspace_id, state, created_at desc, id desc);

create table changelog_entry_tags (
  workspace_id uuid not null,
  entry_id     uuid not null,
  tag_id       uuid not null,
  position     integer not null,
  primary key (workspace_id, entry_id, tag_id),
  foreign key (workspace_id, entry_id) references changelog_entries on delete cascade,
  foreign key (workspace_id, tag_id) references tags on delete cascade
);
create index changelog_entry_tags_tag on changelog_entry_tags (workspace_id, tag_id);

create table changelog_entry_feedback (
  workspace_id uuid not null,
  entry_id     uuid not null,
  feedback_id  uuid not null,
  position     integer not null,
  primary key (workspace_id, entry_id, feedback_id),
  foreign key (workspace_id, entry_id) references changelog_entries on delete cascade,
  foreign key (workspace_id, feedback_id) references feedback on delete cascade
);
create index changelog_entry_feedback_feedback on changelog_entry_feedback (workspace_id, feedback_id);

create table changelog_reactions (
  workspace_id uuid not null,
  entry_id     uuid not null,
  customer_id  uuid not null,
  emoji        text not null check (emoji in ('👍', '❤️', '🎉', '🚀', '👀', '😄')),
  created_at   timestamptz(3) not null,
  primary key (workspace_id, entry_id, customer_id, emoji),
  foreign key (workspace_id, entry_id) references changelog_entries on delete cascade,
  foreign key (workspace_id, customer_id) references customers
);

-- A comment hangs under a request or under an entry, never both.
create table comments (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  feedback_id  uuid,
  entry_id     uuid,
  parent_id    uuid,
  kind         text not null check (kind in ('comment', 'staff_reply')),
  body         text not null check (char_length(body) between 1 and 10000),
  customer_id  uuid,
  author_name  text check (char_length(author_name) <= 100),
  is_internal  boolean not null,
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, feedback_id) references feedback on delete cascade,
  foreign key (workspace_id, entry_id) references changelog_entries on delete cascade,
  foreign key (workspace_id, parent_id) references comments on delete cascade,
  foreign key (workspace_id, customer_id) references customers,
  check (num_nonnulls(feedback_id, entry_id) = 1),
  check (kind = 'staff_reply' or (author_name is null and not is_internal)),
  check (kind = 'comment' or customer_id is null)
);
create index comments_of_feedback on comments (workspace_id, feedback_id, created_at, id) where feedback_id is not null;
create index comments_of_entry on comments (workspace_id, entry_id, created_at, id) where entry_id is not null;
create index comments_parent on comments (workspace_id, parent_id) where parent_id is not null;
create index comments_customer on comments (workspace_id, customer_id) where customer_id is not null;

-- One row for each entry that has been published for the first time: its customers are to be told, once.
create table announcements (
  workspace_id uuid not null,
  entry_id     uuid not null,
  due_at       timestamptz(3) not null,
  primary key (workspace_id, entry_id),
  foreign key (workspace_id, entry_id) references changelog_entries on delete cascade
);
