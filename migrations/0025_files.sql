-- Images and other files that people upload. The bytes are in the file store (server/files/store), under the ids.
create table files (
  workspace_id        uuid not null references workspaces (workspace_id) on delete cascade,
  -- Random (UUIDv4), because whoever knows the URL of a public file can read it.
  id                  uuid not null,
  name                text not null check (char_length(name) between 1 and 100),
  content_type        text not null,
  bytes               integer not null check (bytes > 0),
  -- Of an image, in pixels.
  width               integer,
  height              integer,
  created_by_member   uuid,
  created_by_customer uuid,
  created_at          timestamptz(3) not null,
  -- Whether a text has ever shown it. Others are deleted after a day.
  is_attached         boolean not null default false,
  primary key (workspace_id, id),
  check (num_nonnulls(width, height) in (0, 2)),
  foreign key (workspace_id, created_by_member) references members (workspace_id, id)
    on delete set null (created_by_member),
  foreign key (workspace_id, created_by_customer) references customers (workspace_id, id)
    on delete set null (created_by_customer)
);
create index files_unattached on files (created_at) where not is_attached;
create index files_by_member on files (workspace_id, created_by_member) where created_by_member is not null;
create index files_by_customer on files (workspace_id, created_by_customer) where created_by_customer is not null;

-- Which texts show which files, and keep them. Triggers maintain it (docs/adr/0042-files.md).
create table file_uses (
  workspace_id uuid not null,
  file_id      uuid not null,
  -- The table of the text.
  source       text not null,
  source_id    uuid not null,
  primary key (workspace_id, file_id, source, source_id),
  foreign key (workspace_id, file_id) references files (workspace_id, id) on delete cascade
);
create index file_uses_source on file_uses (workspace_id, source, source_id);

-- Files to remove from the store. No foreign keys: a row outlives the file and its workspace.
create table file_removals (
  workspace_id uuid not null,
  file_id      uuid not null,
  due_at       timestamptz(3) not null,
  attempts     integer not null default 0,
  primary key (workspace_id, file_id)
);
create index file_removals_due on file_removals (due_at);

create function mentioned_files(body text) returns setof uuid language sql immutable as $$
  select distinct matches[1]::uuid from regexp_matches(body,
    '/files/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g') matches
$$;

-- Records the files that a text mentions and may show. Anyone can copy the URL of a public file, so what the team takes
-- down must not stay public because somebody else mentions it: customers' comments show only their own uploads; requests,
-- which the team can edit, those of their submitter and of the team; the team's own texts show everything.
create function add_file_uses(workspace uuid, table_name text, text_id uuid, body text, author uuid, is_by_team boolean)
returns void language sql as $$
  with used as (
    insert into file_uses (workspace_id, file_id, source, source_id)
    select f.workspace_id, f.id, table_name, text_id from files f
    where f.workspace_id = workspace and f.id in (select mentioned_files(body))
      and (is_by_team or f.created_by_customer = author
        or (f.created_by_customer is null and table_name not in ('comments', 'pending_comments')))
    on conflict do nothing
    returning workspace_id, file_id)
  update files f set is_attached = true from used u
  where f.workspace_id = u.workspace_id and f.id = u.file_id and not f.is_attached
$$;

-- Arguments: the column with the id and the column with the text. What a text shows stays until the text drops it, even if
-- its author is erased meanwhile.
create function track_file_uses() returns trigger language plpgsql as $$
declare
  -- The state to record: null after a deletion.
  row_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  author uuid;
begin
  if tg_op <> 'INSERT' then
    delete from file_uses where workspace_id = old.workspace_id and source = tg_table_name
      and source_id = (to_jsonb(old) ->> tg_argv[0])::uuid
      and (row_now is null or file_id not in (select mentioned_files(row_now ->> tg_argv[1])));
  end if;
  if row_now is not null then
    author := case tg_table_name
      when 'feedback' then (select x.customer_id from feedback_context x
        where x.workspace_id = new.workspace_id and x.feedback_id = (row_now ->> 'id')::uuid)
      when 'feedback_merges' then (row_now #>> '{snapshot,context,customer_id}')::uuid
      else (row_now ->> 'customer_id')::uuid end;
    perform add_file_uses(new.workspace_id, tg_table_name, (row_now ->> tg_argv[0])::uuid, row_now ->> tg_argv[1], author,
      tg_table_name in ('changelog_entries', 'workspaces') or row_now ->> 'kind' is not distinct from 'staff_reply');
  end if;
  return null;
end $$;

-- The submitter of a request is recorded after its text.
create function track_submitter_files() returns trigger language plpgsql as $$
begin
  perform add_file_uses(f.workspace_id, 'feedback', f.id, f.description, new.customer_id, false) from feedback f
  where f.workspace_id = new.workspace_id and f.id = new.feedback_id and f.description like '%/files/%';
  return null;
end $$;
create trigger files_submitter after insert or update of customer_id on feedback_context for each row
  when (new.customer_id is not null) execute function track_submitter_files();

-- Runs at the end of a transaction, because moving a text deletes it in one table and inserts it into another.
create function delete_unused_file() returns trigger language plpgsql as $$
begin
  -- Waits for a transaction that is adding a use, so that the next statement sees it.
  perform from files where workspace_id = old.workspace_id and id = old.file_id for update;
  delete from files f where f.workspace_id = old.workspace_id and f.id = old.file_id
    and not exists (select from file_uses u where u.workspace_id = f.workspace_id and u.file_id = f.id);
  return null;
end $$;
create constraint trigger file_uses_unused after delete on file_uses
  deferrable initially deferred for each row execute function delete_unused_file();

create function record_file_removal() returns trigger language plpgsql as $$
begin
  insert into file_removals (workspace_id, file_id, due_at) values (old.workspace_id, old.id, now())
    on conflict (workspace_id, file_id) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger files_removal after delete on files for each row execute function record_file_removal();

-- Every column with text that can refer to files. The conditions keep the cost for all other texts at one comparison.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('comments', 'id', 'body'),
    ('pending_comments', 'id', 'body'),
    ('feedback', 'id', 'description'),
    ('feedback_merges', 'feedback_id', 'snapshot'),
    ('changelog_entries', 'id', 'body'),
    ('content_edits', 'id', 'body'),
    ('pending_edits', 'id', 'body'),
    ('report_evidence', 'id', 'body'),
    ('workspaces', 'workspace_id', 'logo_url')
  ) as texts (table_name, id_column, text_column)
  loop
    execute format('create trigger files_insert after insert on %1$I for each row
      when (new.%3$I::text like ''%%/files/%%'') execute function track_file_uses(%2$L, %3$L)',
      t.table_name, t.id_column, t.text_column);
    execute format('create trigger files_update after update of %3$I on %1$I for each row
      when (old.%3$I is distinct from new.%3$I
        and (old.%3$I::text like ''%%/files/%%'' or new.%3$I::text like ''%%/files/%%''))
      execute function track_file_uses(%2$L, %3$L)', t.table_name, t.id_column, t.text_column);
    execute format('create trigger files_delete after delete on %1$I for each row
      when (old.%3$I::text like ''%%/files/%%'') execute function track_file_uses(%2$L, %3$L)',
      t.table_name, t.id_column, t.text_column);
  end loop;
end $$;
