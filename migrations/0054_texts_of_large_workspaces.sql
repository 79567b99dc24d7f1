-- compatible: until they are replaced, old processes look for rare texts without an index, which is slow.
-- The index of grams covers the texts of large workspaces only (docs/adr/0062-texts-without-index.md). A job indexes the texts of a
-- workspace that has more than 2,000 unindexed ones, including existing workspaces soon after the upgrade. Building the index here
-- would lock the table for minutes.
alter table feedback add column is_text_indexed boolean not null default false;

drop index feedback_search;
create index feedback_search on feedback using gin (search_grams(workspace_id, title || E'\n' || description))
  with (gin_pending_list_limit = 1024) where is_text_indexed;
alter index feedback_search alter column 1 set statistics 0;

create index feedback_unindexed_text on feedback (workspace_id, id) where not is_text_indexed;
