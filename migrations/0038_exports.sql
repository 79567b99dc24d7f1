-- Exports, and imports of archives. Old processes may run beside this: they read none of the new tables and columns.

-- A member that an imported archive names. They have no access and appear in no list of the team until they accept an
-- invitation, but requests keep them as their owner and comments as their author.
alter table members add column awaits_invitation boolean not null default false;
alter table members add column imported_name text check (char_length(imported_name) between 1 and 100);

-- The archives of a workspace that its team asked for. The file is in the store of files until it expires.
create table exports (
  workspace_id uuid not null references workspaces (workspace_id),
  id uuid not null,
  state text not null check (state in ('pending', 'running', 'finished', 'failed')),
  requested_by_type text not null check (requested_by_type in ('key', 'member', 'customer', 'system', 'app')),
  requested_by_id uuid,
  rows_done bigint not null default 0 check (rows_done >= 0),
  rows_total bigint,
  bytes bigint check (bytes > 0),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (workspace_id, id),
  check ((state in ('finished', 'failed')) = (finished_at is not null)),
  check ((state = 'finished') = (bytes is not null))
);

-- One export of a workspace at a time.
create unique index exports_active on exports (workspace_id) where state in ('pending', 'running');
create index exports_expires_at on exports (expires_at);

-- How an archive is imported, decided once, so that an import that was killed goes on in the same way.
create table archive_imports (
  workspace_id uuid not null,
  import_id uuid not null,
  -- The workspace that the archive was written from.
  origin_id uuid not null,
  -- Whether the workspace was empty, so that its board, settings and events are replaced.
  is_rebuild boolean not null,
  -- The settings and boards that were replaced, for an undo.
  replaced jsonb not null default '{}',
  primary key (workspace_id, import_id),
  foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete cascade
);

-- What the records of archives became here: their ids, and the import that created them. Kept, so that a newer archive of
-- the same workspace finds them.
create table archived_records (
  workspace_id uuid not null references workspaces (workspace_id),
  origin_id uuid not null,
  table_name text not null check (char_length(table_name) <= 63),
  source_id uuid not null,
  target_id uuid not null,
  import_id uuid not null,
  primary key (workspace_id, origin_id, table_name, source_id)
);
create index archived_records_import on archived_records (workspace_id, import_id, table_name);
create index archived_records_customer on archived_records (workspace_id, target_id) where table_name = 'customers';

-- An erased customer leaves no trace in what imports remember.
create function forget_archived_customer() returns trigger language plpgsql as $function$
begin
  delete from archived_records where workspace_id = old.workspace_id and table_name = 'customers' and target_id = old.id;
  return null;
end $function$;
create trigger archived_records_delete after delete on customers for each row execute function forget_archived_customer();
