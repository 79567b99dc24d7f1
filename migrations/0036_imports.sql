-- Imports of other products' data: what was read, where it stopped, what it created and changed, so that a killed import
-- goes on, a newer file updates instead of duplicating, and an import can be undone for a day. Old processes may run
-- beside this: they never read these tables, and the new column of requests has a default.

create table imports (
  workspace_id uuid not null references workspaces (workspace_id),
  id uuid not null,
  source text not null check (char_length(source) between 1 and 32),
  name text not null check (char_length(name) between 1 and 300),
  state text not null check (state in
    ('draft', 'checking', 'checked', 'running', 'finished', 'failed', 'undoing', 'undone')),
  -- How to read it: mapped columns and statuses, the board, the order of days and months (server/imports/options.ts).
  options jsonb not null default '{}',
  -- The hash of what is read, so that an import continues only with the same files. Null for archives and connections.
  fingerprint text check (char_length(fingerprint) = 64),
  -- Rows that are committed, and all rows once they are counted.
  position bigint not null default 0 check (position >= 0),
  total bigint check (total >= 0),
  counts jsonb not null default '{}',
  problem_count integer not null default 0 check (problem_count >= 0),
  -- Why the import failed.
  error text check (char_length(error) <= 2000),
  -- An encrypted token, until the import of a connection ends.
  credential bytea,
  started_by_type text not null check (started_by_type in ('key', 'member', 'system')),
  started_by_id uuid,
  created_at timestamptz(3) not null,
  -- When the process that works on it last said so.
  active_at timestamptz(3) not null,
  finished_at timestamptz(3),
  undone_at timestamptz(3),
  primary key (workspace_id, id)
);
create index imports_newest on imports (workspace_id, created_at desc, id desc);

create table import_problems (
  workspace_id uuid not null,
  import_id uuid not null,
  position integer not null,
  file text,
  line bigint,
  "column" text check (char_length("column") <= 300),
  reason text not null check (char_length(reason) <= 500),
  is_refused boolean not null,
  primary key (workspace_id, import_id, position),
  foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete cascade
);

-- What each record of a source became here. Kept, so that a newer export of the same source finds it.
create table imported_records (
  workspace_id uuid not null references workspaces (workspace_id),
  source text not null check (char_length(source) between 1 and 32),
  resource text not null check (resource in ('boards', 'customers', 'companies', 'tags', 'feedback', 'comments', 'changelog')),
  source_id text not null check (char_length(source_id) between 1 and 255),
  target_id uuid not null,
  -- The import that created the row; null if it matched a row that existed.
  import_id uuid,
  -- Short hashes of the fields as they were in the file, to tell what changed there and what changed here.
  fields jsonb not null default '{}',
  -- A reply whose parent has not been seen yet.
  parent_source_id text check (char_length(parent_source_id) between 1 and 255),
  primary key (workspace_id, source, resource, source_id)
);
create index imported_records_import on imported_records (workspace_id, import_id, resource, source_id)
  where import_id is not null;
create index imported_records_customer on imported_records (workspace_id, target_id) where resource = 'customers';
create index imported_records_replies on imported_records (workspace_id, source, source_id)
  where parent_source_id is not null;

-- Imported votes, so that one that was withdrawn here does not come back, and an undo finds its own.
create table imported_votes (
  workspace_id uuid not null,
  feedback_id uuid not null,
  customer_id uuid not null,
  import_id uuid not null,
  primary key (workspace_id, feedback_id, customer_id),
  foreign key (workspace_id, feedback_id) references feedback (workspace_id, id) on delete cascade,
  foreign key (workspace_id, customer_id) references customers (workspace_id, id) on delete cascade
);
create index imported_votes_customer on imported_votes (workspace_id, customer_id);

-- Earlier values of rows that an import updated, for a day.
create table import_changes (
  workspace_id uuid not null,
  import_id uuid not null,
  resource text not null,
  source_id text not null,
  target_id uuid not null,
  -- The values of the columns before, the hashes of those the import wrote, and the hashes of the import before.
  before jsonb not null,
  after jsonb not null,
  earlier_fields jsonb not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, import_id, resource, source_id),
  foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete cascade
);
create index import_changes_age on import_changes (created_at);

-- Votes whose voters an import did not name. `votes` includes them.
alter table feedback add column votes_without_voters integer not null default 0 check (votes_without_voters >= 0);

-- An erased customer leaves no trace in what imports remember.
create function forget_imported_customer() returns trigger language plpgsql as $function$
begin
  delete from imported_records where workspace_id = old.workspace_id and resource = 'customers' and target_id = old.id;
  return null;
end $function$;
create trigger imported_records_delete after delete on customers for each row execute function forget_imported_customer();
