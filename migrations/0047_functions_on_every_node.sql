-- On a distributed database, triggers run on the node of their row, on a part of a table: its name ends with the number of
-- the part. Each statement of a function names the workspace for each table, so that it stays on this node.

create or replace function add_file_uses(workspace uuid, table_name text, text_id uuid, body text, author uuid, is_by_team boolean)
returns void language plpgsql as $$
declare
  available uuid[] := array(
    select f.id from files f
    where f.workspace_id = workspace and f.id = any(array(select mentioned_files(body)))
      and (is_by_team or f.created_by_customer = author
        or (f.created_by_customer is null and table_name not in ('comments', 'pending_comments')))
    -- In one order everywhere, so that two texts with the same files do not block each other.
    order by f.id for key share of f);
begin
  if available = '{}' then return; end if;
  insert into file_uses (workspace_id, file_id, source, source_id)
    select f.workspace_id, f.id, table_name, text_id from files f
    where f.workspace_id = workspace and f.id = any(available)
    on conflict do nothing;
  update files f set is_attached = true where f.workspace_id = workspace and f.id = any(available) and not f.is_attached;
end $$;

create or replace function delete_unused_file() returns trigger language plpgsql as $$
begin
  -- Waits for a transaction that is adding a use, so that the next statement sees it.
  perform from files where workspace_id = old.workspace_id and id = old.file_id for update;
  delete from files f where f.workspace_id = old.workspace_id and f.id = old.file_id
    and not exists (select from file_uses u where u.workspace_id = old.workspace_id and u.file_id = old.file_id);
  return null;
end $$;

create or replace function track_file_uses() returns trigger language plpgsql as $$
declare
  table_name text := regexp_replace(tg_table_name, '_\d+$', '');
  -- The state to record: null after a deletion.
  row_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  text_id uuid;
  author uuid;
begin
  if tg_op <> 'INSERT' then
    text_id := (to_jsonb(old) ->> tg_argv[0])::uuid;
    delete from file_uses where workspace_id = old.workspace_id and source = table_name and source_id = text_id
      and (row_now is null or not file_id = any(array(select mentioned_files(row_now ->> tg_argv[1]))));
  end if;
  if row_now is not null then
    if table_name = 'feedback' then
      text_id := (row_now ->> 'id')::uuid;
      author := (select x.customer_id from feedback_context x
        where x.workspace_id = new.workspace_id and x.feedback_id = text_id);
    elsif table_name = 'feedback_merges' then
      author := (row_now #>> '{snapshot,context,customer_id}')::uuid;
    else
      author := (row_now ->> 'customer_id')::uuid;
    end if;
    perform add_file_uses(new.workspace_id, table_name, (row_now ->> tg_argv[0])::uuid, row_now ->> tg_argv[1], author,
      table_name in ('changelog_entries', 'changelog_covers', 'workspaces')
        or row_now ->> 'kind' is not distinct from 'staff_reply');
  end if;
  return null;
end $$;

create or replace function track_submitter_files() returns trigger language plpgsql as $$
declare
  body text := (select f.description from feedback f
    where f.workspace_id = new.workspace_id and f.id = new.feedback_id and f.description like '%/files/%');
begin
  if body is not null then
    perform add_file_uses(new.workspace_id, 'feedback', new.feedback_id, body, new.customer_id, false);
  end if;
  return null;
end $$;
