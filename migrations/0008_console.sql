-- What the team's console needs: how a workspace looks and counts its days, what a board lets in, lists by votes and
-- by activity, and duplicates that were merged.

alter table workspaces
  add column time_zone    text not null default 'UTC' check (char_length(time_zone) between 1 and 64),
  add column logo_url     text check (char_length(logo_url) <= 2048),
  add column accent_color text check (accent_color ~ '^#[0-9a-f]{6}$');

alter table boards
  -- Who sees the board: everybody, or the team alone.
  add column is_public  boolean not null default true,
  -- Whose requests wait for the team: everybody's, those of customers without an approved one, nobody's.
  add column reviews_new text not null default 'all' check (reviews_new in ('all', 'first_time', 'none'));

-- When something last happened to a request that its readers see: text, stage, vote, comment. The default is for
-- processes of the version before, which may still file requests and do not know the column.
alter table feedback add column last_activity_at timestamptz(3) default now();
update feedback set last_activity_at = updated_at;
alter table feedback alter column last_activity_at set not null;
create index feedback_most_votes on feedback (workspace_id, votes desc, id desc);
create index feedback_recently_active on feedback (workspace_id, last_activity_at desc, id desc);
create index feedback_by_status on feedback (workspace_id, status, created_at, id);

-- A request that was merged into another is taken out of `feedback`, so that no list, count or search can meet it.
-- What it was is kept here, for its old address and for bringing it back.
create table feedback_merges (
  workspace_id   uuid not null,
  feedback_id    uuid not null,
  into_id        uuid not null,
  title          text not null check (char_length(title) between 1 and 200),
  -- All that belonged to it and what became of that (feedback/merge.ts).
  snapshot       jsonb not null,
  merged_by_type text not null check (merged_by_type in ('key', 'member', 'customer', 'system')),
  merged_by_id   uuid,
  merged_at      timestamptz(3) not null,
  primary key (workspace_id, feedback_id),
  foreign key (workspace_id, into_id) references feedback on delete cascade
);
create index feedback_merges_into on feedback_merges (workspace_id, into_id);

-- Activity by day for the overview.
create index votes_by_created_at on votes (workspace_id, created_at);
-- The audit trail, newest first, as a whole and by kind.
create index audit_events_newest on audit_events (workspace_id, created_at desc, id desc);
create index audit_events_type on audit_events (workspace_id, type, created_at desc, id desc);

-- Customers, newest first.
create index customers_newest on customers (workspace_id, created_at desc, id desc);

-- When the end of a key was last brought forward, by the clock of the database: processes that know the key ask for
-- that as they ask for revocations (api-keys/authenticate.ts).
alter table api_keys add column expiry_changed_at timestamptz(3);
create index api_keys_expiry_changed on api_keys (expiry_changed_at) where expiry_changed_at is not null;
