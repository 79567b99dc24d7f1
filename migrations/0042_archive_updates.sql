-- A newer archive of the same workspace updates what an earlier one created, and a download is counted. Old processes may run beside this: they insert
-- into archived_records without the new column, and read none of the new tables and columns.

-- Short hashes of the fields as they were in the archive, to tell what changed there and what changed here.
alter table archived_records add column fields jsonb not null default '{}';

-- When the archive was written, so that a newer one does not bring back votes that have been withdrawn here since.
alter table archive_imports add column exported_at timestamptz(3);

-- Rows that an import added to requests and entries that existed, for undoing it; for two days.
create table archived_additions (
  workspace_id uuid not null,
  import_id uuid not null,
  position bigint generated always as identity,
  table_name text not null check (char_length(table_name) <= 63),
  "row" jsonb not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, import_id, position),
  foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete cascade
);
create index archived_additions_age on archived_additions (created_at);

-- How many discussions and issues a connection has downloaded.
alter table imports add column downloaded integer check (downloaded >= 0);
