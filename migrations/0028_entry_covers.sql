-- The image above a changelog entry. A table of its own, because the uses of files are recorded per table and row.
create table changelog_covers (
  workspace_id uuid not null,
  entry_id     uuid not null,
  -- The path of an uploaded image.
  url          text not null check (url ~ '^/files/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[A-Za-z0-9._-]{1,100}$'),
  -- Alternative text; empty if the image is only decoration.
  alt          text not null check (char_length(alt) <= 300),
  primary key (workspace_id, entry_id),
  foreign key (workspace_id, entry_id) references changelog_entries (workspace_id, id) on delete cascade
);

-- As in 0025, and the covers belong to the team too.
create or replace function track_file_uses() returns trigger language plpgsql as $$
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
      tg_table_name in ('changelog_entries', 'changelog_covers', 'workspaces')
        or row_now ->> 'kind' is not distinct from 'staff_reply');
  end if;
  return null;
end $$;

create trigger files_insert after insert on changelog_covers for each row
  execute function track_file_uses('entry_id', 'url');
create trigger files_update after update of url on changelog_covers for each row
  when (old.url is distinct from new.url) execute function track_file_uses('entry_id', 'url');
create trigger files_delete after delete on changelog_covers for each row
  execute function track_file_uses('entry_id', 'url');
