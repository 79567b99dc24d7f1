-- Finds customers and companies by the words of their names, addresses and external ids
-- (docs/adr/0038-search-in-the-console.md).

-- The words that a misspelled word may stand for: each word of four to twenty characters without one of its characters.
-- Two words that differ by one inserted, deleted, replaced or swapped character share one of these.
create function search_misspellings(words text[]) returns text[]
language sql immutable strict parallel safe
return array(
  select distinct left(word, n - 1) || substr(word, n + 1)
  from unnest(words) word, generate_series(1, char_length(word)) n
  where char_length(word) between 4 and 20);

-- The words of a name, an address and an external id, each after the salt of the workspace; misspellings of the name
-- after "~" in addition. Words of ASCII need no folding beyond lower case.
create function search_person_terms(workspace_id uuid, name text, email text, external_id text) returns tsvector
language plpgsql immutable parallel safe cost 1000 as $$
declare
  salt text := public.search_salt(workspace_id);
  of_name text[] := public.search_words(coalesce(name, ''));
  ids text := concat_ws(' ', email, external_id);
  of_ids text[] := case when octet_length(ids) = char_length(ids)
    then regexp_split_to_array(lower(ids), '[^a-z0-9]+') else public.search_words(ids) end;
begin
  return array_to_tsvector(array(
    select salt || left(word, 60) from unnest(of_name || of_ids) word where word <> ''
    union select salt || '~' || misspelling from unnest(public.search_misspellings(of_name)) misspelling));
end $$;

create index customers_terms on customers
  using gin (search_person_terms(workspace_id, name, email, external_id)) with (gin_pending_list_limit = 1024);
alter index customers_terms alter column 1 set statistics 0;
create index companies_terms on companies
  using gin (search_person_terms(workspace_id, name, null::text, external_id)) with (gin_pending_list_limit = 1024);
alter index companies_terms alter column 1 set statistics 0;

-- Finds a request by the key or the address of its issue.
create index tracker_links_identifier on tracker_links (workspace_id, lower(identifier)) where identifier is not null;
create index tracker_links_url on tracker_links (workspace_id, lower(url)) where url is not null;
