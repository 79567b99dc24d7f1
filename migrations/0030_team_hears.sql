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
