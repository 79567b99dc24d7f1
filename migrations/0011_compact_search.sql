-- Stores a request in less than half of the space (docs/adr/0032-compact-search.md). Search keys and lower-case text are
-- no longer stored, and terms are stored without the salt and once: an index computes what it needs. Indexes are in
-- ascending order, because PostgreSQL fills pages that grow at the end completely, and pages that grow at the front
-- only by half.

drop index feedback_search, feedback_search_terms, feedback_newest, feedback_most_votes, feedback_recently_active,
  feedback_trending, feedback_by_stage, feedback_by_board, feedback_by_status;

-- The terms of a request: the stems of its words, those of the title after "_" and only in this form. A weight would
-- need a position for every term, and so more space.
create function search_terms(title text, description text) returns tsvector
language plpgsql immutable strict parallel safe as $$
declare
  of_title text[] := public.search_stems(title);
  of_description tsvector := ts_delete(array_to_tsvector(public.search_stems(description)), of_title);
begin
  if of_title = '{}' then return of_description; end if;
  return array_to_tsvector(string_to_array('_' || array_to_string(of_title, ' _'), ' ')) || of_description;
end $$;

-- Puts the salt of the workspace before each term, so that the cost of a search depends on the size of the workspace and
-- not of the instance.
create function search_salted_terms(workspace_id uuid, terms tsvector) returns tsvector
language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  salt text := public.search_salt(workspace_id);
begin
  return array_to_tsvector(string_to_array(salt || array_to_string(tsvector_to_array(terms), ' ' || salt), ' '));
end $$;

-- The text in which search_grams and search_gram_query look for grams. The separator of grams must not occur in it.
create function search_gram_text(source text) returns text
language sql immutable strict parallel safe
return replace(lower(source), chr(1), ' ');

-- The grams of a text: every five adjacent characters, unless the first is a space or a line break, each after the salt
-- of the workspace. A text that contains another has all grams of the other. Five passes of a regular expression start at
-- the first to the fifth character; they take a tenth of the time of a function call for each character. Four line breaks
-- at the end complete the last grams.
create function search_grams(workspace_id uuid, source text) returns tsvector
language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  salt text := public.search_salt(workspace_id);
  separator text := chr(1) || salt;
  padded text := public.search_gram_text(source) || repeat(E'\n', 4);
  gram constant text := '[ \n]....|([^ \n]....)';
begin
  return array_to_tsvector(string_to_array(salt
    || rtrim(regexp_replace(padded, gram, '\1' || separator, 'g'), E'\n') || separator
    || rtrim(regexp_replace(substr(padded, 2), gram, '\1' || separator, 'g'), E'\n') || separator
    || rtrim(regexp_replace(substr(padded, 3), gram, '\1' || separator, 'g'), E'\n') || separator
    || rtrim(regexp_replace(substr(padded, 4), gram, '\1' || separator, 'g'), E'\n') || separator
    || rtrim(regexp_replace(substr(padded, 5), gram, '\1' || separator, 'g'), E'\n'), chr(1)));
end $$;

-- Returns a query for the grams of a searched text: at most sixteen, spread over the text, because each list of the
-- index takes time to read. A text of one to four characters is the beginning of grams. A text without grams, such as
-- a space, is the beginning of all grams of the workspace.
create function search_gram_query(workspace_id uuid, source text) returns tsquery
language plpgsql immutable strict parallel safe as $$
declare
  salt text := public.search_salt(workspace_id);
  folded text := public.search_gram_text(source);
  grams text[] := array(
    select substr(folded, n, 5) from generate_series(1, char_length(folded) - 4) n
    where substr(folded, n, 1) not in (' ', E'\n'));
  step integer := (cardinality(grams) + 15) / 16;
  ending text := '';
begin
  if grams = '{}' then
    grams := array[ltrim(folded, E' \n')];
    step := 1;
    ending := ':*';
  end if;
  return (
    select string_agg('''' || replace(replace(salt || gram, '\', '\\'), '''', '''''') || '''' || ending, ' & ')
    from unnest(grams) with ordinality g (gram, n) where (n - 1) % step = 0)::tsquery;
end $$;

-- One statement, so that PostgreSQL rewrites the table once.
alter table feedback
  drop column search_keys,
  drop column search_text,
  drop column search_terms,
  add column search_terms tsvector not null generated always as (search_terms(title, description)) stored;
drop function search_terms(uuid, text, text);

-- Every search also reads the list of new entries that are not merged into the index yet: 8 ms with the default limit of
-- 4 MB, which several hundred changes fill.
create index feedback_search on feedback using gin (search_grams(workspace_id, title || E'\n' || description))
  with (gin_pending_list_limit = 1024);
create index feedback_search_terms on feedback using gin (search_salted_terms(workspace_id, search_terms))
  with (gin_pending_list_limit = 1024);
-- A search always uses the index, so statistics of the grams would only take time.
alter index feedback_search alter column 1 set statistics 0;

create index feedback_newest on feedback (workspace_id, created_at, id);
create index feedback_most_votes on feedback (workspace_id, votes, id);
create index feedback_recently_active on feedback (workspace_id, last_activity_at, id);
create index feedback_trending on feedback (workspace_id, trend, id) where status = 'approved';
create index feedback_by_stage on feedback (workspace_id, stage, created_at, id);
create index feedback_by_board on feedback (workspace_id, board_id, created_at, id);
create index feedback_pending on feedback (workspace_id, created_at, id) where status = 'pending';
