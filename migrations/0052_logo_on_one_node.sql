-- Every node of a distributed database has a copy of workspaces, and its trigger runs on each of them. Two nodes that record
-- the use of one logo wait for each other, so only the first node records it. The tables of Citus are only read there:
-- PostgreSQL plans a statement of a function when it is reached.

create or replace function track_file_uses() returns trigger language plpgsql as $$
declare
  table_name text := regexp_replace(tg_table_name, '_\d+$', '');
  -- The state to record: null after a deletion.
  row_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  text_id uuid;
  author uuid;
begin
  if table_name = 'workspaces' and tg_table_name <> table_name then
    if (select l.groupid from pg_dist_local_group l)
        <> (select min(n.groupid) from pg_dist_node n where n.isactive and n.noderole = 'primary') then
      return null;
    end if;
  end if;
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
