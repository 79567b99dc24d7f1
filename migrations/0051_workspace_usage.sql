-- The number of tracked customers moves from `workspaces` to a table of its own: on a distributed database, every node has a
-- copy of `workspaces`, so each new customer was written on all nodes.
--
-- Old processes may run beside this: they read and write `workspaces.tracked_customers`, and triggers copy each change to the
-- other table. Everyone locks the row of `workspaces` before that of `workspace_usage`, so that limits stay exact and nobody
-- waits in a circle. Processes of this version use the column only through the triggers, so the migrations of the next version
-- may drop the triggers, their functions and the column; its processes then need to lock `workspace_usage` only
-- (customers/tracking/counter.ts).

create table workspace_usage (
  workspace_id uuid primary key references workspaces (workspace_id) on delete cascade,
  tracked_customers integer not null default 0 check (tracked_customers >= 0)
);

-- The foreign key above has locked `workspaces` against writes, so no change is lost between this statement and the triggers.
insert into workspace_usage (workspace_id, tracked_customers) select workspace_id, tracked_customers from workspaces;

create function copy_tracked_customers_to_usage() returns trigger language plpgsql as $$
begin
  insert into workspace_usage (workspace_id, tracked_customers) values (new.workspace_id, new.tracked_customers)
    on conflict (workspace_id) do update set tracked_customers = excluded.tracked_customers;
  return null;
end $$;

create function copy_tracked_customers_to_workspace() returns trigger language plpgsql as $$
begin
  update workspaces set tracked_customers = new.tracked_customers where workspace_id = new.workspace_id;
  return null;
end $$;

-- `heed database distribute` drops the triggers, because no old process may use the database then; a database that is
-- distributed already does not get them. The depth keeps the triggers from calling each other.
do $$
begin
  if to_regclass('pg_dist_partition') is not null then
    if exists (select from pg_dist_partition where logicalrelid = 'workspaces'::regclass) then return; end if;
  end if;
  create trigger usage_insert after insert on workspaces
    for each row when (pg_trigger_depth() = 0) execute function copy_tracked_customers_to_usage();
  create trigger usage_update after update of tracked_customers on workspaces
    for each row when (pg_trigger_depth() = 0) execute function copy_tracked_customers_to_usage();
  create trigger workspace_update after insert or update of tracked_customers on workspace_usage
    for each row when (pg_trigger_depth() = 0) execute function copy_tracked_customers_to_workspace();
end $$;
