-- A text that refers to a file while another transaction deletes it waits for the end of that transaction. If the file is
-- gone then, the text does not use it. Without the lock, the insert failed with a foreign key violation.
create or replace function add_file_uses(workspace uuid, table_name text, text_id uuid, body text, author uuid, is_by_team boolean)
returns void language sql as $$
  with available as materialized (
    select f.workspace_id, f.id from files f
    where f.workspace_id = workspace and f.id in (select mentioned_files(body))
      and (is_by_team or f.created_by_customer = author
        or (f.created_by_customer is null and table_name not in ('comments', 'pending_comments')))
    -- In one order everywhere, so that two texts with the same files do not block each other.
    order by f.id for key share of f),
  used as (
    insert into file_uses (workspace_id, file_id, source, source_id)
    select workspace_id, id, table_name, text_id from available
    on conflict do nothing
    returning workspace_id, file_id)
  update files f set is_attached = true from used u
  where f.workspace_id = u.workspace_id and f.id = u.file_id and not f.is_attached
$$;

-- A notification is about a request or, for a mention in a comment on an entry of the changelog, about the entry.
alter table member_notifications
  alter column feedback_id drop not null,
  add column entry_id uuid,
  add foreign key (workspace_id, entry_id) references changelog_entries (workspace_id, id) on delete cascade,
  add check (num_nonnulls(feedback_id, entry_id) = 1),
  add check (entry_id is null or kind = 'mentioned');
create index member_notifications_entry on member_notifications
  (workspace_id, entry_id, member_id, created_at desc, id desc) where entry_id is not null;

-- Chosen by the browser for one upload, so that trying again after a lost response stores nothing twice.
alter table files add column upload_key uuid;
create index files_upload_key on files (workspace_id, upload_key) where upload_key is not null;

-- A plan lasts as long as its schedule. A process of an earlier version removes the schedule alone, and the plan would apply
-- to the next one.
create function drop_publication_plan() returns trigger language plpgsql as $$
begin
  new.publish_audience := 'everyone';
  new.publish_audience_id := null;
  new.completes_linked := false;
  new.completion_notifies := true;
  new.completion_note := null;
  return new;
end
$$;
create trigger drop_publication_plan before update of scheduled_publish_at on changelog_entries for each row
  when (old.scheduled_publish_at is not null and new.scheduled_publish_at is null)
  execute function drop_publication_plan();

-- What channels post that is not an event of the API (ADR 0041). A row waits here until it becomes deliveries.
create table channel_notices (
  workspace_id uuid not null references workspaces (workspace_id) on delete cascade,
  id           uuid not null default gen_random_uuid(),
  kind         text not null,
  -- What the message is about: a request, a waiting comment, a report or a connection.
  subject_id   uuid not null,
  -- The request whose board decides which channels get it. Null if it is about none.
  feedback_id  uuid,
  created_at   timestamptz(3) not null default clock_timestamp(),
  primary key (workspace_id, id)
);
create index channel_notices_created_at on channel_notices (workspace_id, created_at);

-- Last, because this locks out readers of requests until the migration ends.
-- The highest number of votes that channels were told about, so that they are told once, however the votes change.
alter table feedback add column vote_milestone integer not null default 0;
