-- Generated from migrations/ by `npm run generate`. Read the schema here; change it with a new migration.

create extension pg_trgm;

CREATE OR REPLACE FUNCTION add_file_uses(workspace uuid, table_name text, text_id uuid, body text, author uuid, is_by_team boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION copy_tracked_customers_to_usage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into workspace_usage (workspace_id, tracked_customers) values (new.workspace_id, new.tracked_customers)
    on conflict (workspace_id) do update set tracked_customers = excluded.tracked_customers;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION copy_tracked_customers_to_workspace()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update workspaces set tracked_customers = new.tracked_customers where workspace_id = new.workspace_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION delete_unused_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Waits for a transaction that is adding a use, so that the next statement sees it.
  perform from files where workspace_id = old.workspace_id and id = old.file_id for update;
  delete from files f where f.workspace_id = old.workspace_id and f.id = old.file_id
    and not exists (select from file_uses u where u.workspace_id = old.workspace_id and u.file_id = old.file_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION drop_publication_plan()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.publish_audience := 'everyone';
  new.publish_audience_id := null;
  new.completes_linked := false;
  new.completion_notifies := true;
  new.completion_note := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION event_id(at timestamp with time zone, sequence bigint)
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$
  -- Inserts the digits of the version and the variant. One expression, so that PostgreSQL inlines the function.
  select overlay(overlay(lpad(to_hex((date_part('epoch', at) * 1000)::bigint), 12, '0') || lpad(to_hex(sequence), 12, '0')
    || lpad(to_hex((random() * 16777215)::int), 6, '0') placing '7' from 13 for 0) placing '8' from 17 for 0)::uuid
$function$;

CREATE OR REPLACE FUNCTION forget_archived_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from archived_records where workspace_id = old.workspace_id and table_name = 'customers' and target_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION forget_imported_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from imported_records where workspace_id = old.workspace_id and resource = 'customers' and target_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION mentioned_files(body text)
 RETURNS SETOF uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select distinct matches[1]::uuid from regexp_matches(body,
    '/files/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})', 'g') matches
$function$;

CREATE OR REPLACE FUNCTION record_file_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into file_removals (workspace_id, file_id, due_at) values (old.workspace_id, old.id, now())
    on conflict (workspace_id, file_id) do update set due_at = excluded.due_at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION require(condition boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if condition is not true then
    raise exception using errcode = 'ZR001', message = 'A condition of the transaction does not hold.',
      hint = 'Heed runs it again with current data. No action is needed.';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION search_fold(source text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  -- Most texts are ASCII, which needs no more than lower case.
  if octet_length(source) = char_length(source) then return lower(source); end if;
  source := lower(normalize(regexp_replace(normalize(source, NFKD),
    '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]', '', 'g'), NFKC));
  return translate(replace(replace(replace(source, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðıς', 'olddiσ');
end $function$;

CREATE OR REPLACE FUNCTION search_gram_query(workspace_id uuid, source text)
 RETURNS tsquery
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION search_gram_text(source text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN replace(lower(source), chr(1), ' '::text);

CREATE OR REPLACE FUNCTION search_grams(workspace_id uuid, source text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 1000
AS $function$
declare
  salt text := public.search_salt(workspace_id);
  separator text := chr(1) || salt;
  padded text := public.search_gram_text(source) || repeat(E'\n', 4);
begin
  -- Cutting the text at every fifth character, five times, takes a third of the time of a pattern that also drops the
  -- grams that begin with a space. Those are dropped from the array.
  return array_to_tsvector(array(
    select gram from unnest(string_to_array(salt
      || rtrim(regexp_replace(padded, '.....', '\&' || separator, 'g'), E'\n') || separator
      || rtrim(regexp_replace(substr(padded, 2), '.....', '\&' || separator, 'g'), E'\n') || separator
      || rtrim(regexp_replace(substr(padded, 3), '.....', '\&' || separator, 'g'), E'\n') || separator
      || rtrim(regexp_replace(substr(padded, 4), '.....', '\&' || separator, 'g'), E'\n') || separator
      || rtrim(regexp_replace(substr(padded, 5), '.....', '\&' || separator, 'g'), E'\n'), chr(1))) gram
    where substr(gram, 5, 1) not in (' ', E'\n')));
end $function$;

CREATE OR REPLACE FUNCTION search_misspellings(words text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT DISTINCT ("left"(word.word, (n.n - 1)) || substr(word.word, (n.n + 1))) FROM unnest(search_misspellings.words) word(word), LATERAL generate_series(1, char_length(word.word)) n(n) WHERE ((char_length(word.word) >= 4) AND (char_length(word.word) <= 20)));

CREATE OR REPLACE FUNCTION search_person_terms(workspace_id uuid, name text, email text, external_id text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE COST 1000
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION search_salt(workspace_id uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN "left"(translate(encode(sha256(uuid_send(workspace_id)), 'base64'::text), '+/'::text, '-_'::text), 4);

CREATE OR REPLACE FUNCTION search_salted_terms(workspace_id uuid, terms tsvector)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 1000
AS $function$
declare
  salt text := public.search_salt(workspace_id);
begin
  return array_to_tsvector(string_to_array(salt || array_to_string(tsvector_to_array(terms), ' ' || salt), ' '));
end $function$;

CREATE OR REPLACE FUNCTION search_separate(source text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  folded text := translate(public.search_fold(source), '''’ʼ', '');
  unspaced constant text := '\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff';
begin
  if folded ~ '[-‐.]' then
    folded := regexp_replace(folded, '([a-z0-9]+)[-‐.]([a-z0-9]+)', '\1 \2 \1\2', 'g');
  end if;
  if octet_length(folded) = char_length(folded) then
    folded := regexp_replace(folded, '[^a-z0-9]+', ' ', 'g');
  else
    folded := regexp_replace(folded,
      '[\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u060c\u061b\u061f\u06d4\u0964\u0965\u0e2f\u0e5a\u0e5b\u30fb]'
      '|[^a-z0-9\u00aa\u00b5\u00ba\u00c0-\u1fff\u2c00-\u2dff\u3005-\u3007\u3040-\ud7ff\uf900-\ufdff\ufe70-\ufefc\U00010000-\U0001efff\U00020000-\U000fffff]+',
      ' ', 'g');
    if folded ~ ('[' || unspaced || ']') then
      folded := regexp_replace(folded, '([' || unspaced || ']+)', ' \1 ', 'g');
      folded := regexp_replace(folded, '([' || unspaced || ']{2})', '\1 ', 'g') || ' '
        || regexp_replace(regexp_replace(regexp_replace(folded, '[^ ' || unspaced || ']+', ' ', 'g'),
          '(^| )([' || unspaced || '])', '\1\2 ', 'g'), '([' || unspaced || ']{2})', '\1 ', 'g');
    end if;
  end if;
  return folded;
end $function$;

CREATE OR REPLACE FUNCTION search_stem(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (word ~ '[0-9]'::text) THEN word ELSE (ts_lexize('english_stem'::regdictionary, word))[1] END;

CREATE OR REPLACE FUNCTION search_stems(source text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  separated text := public.search_separate(source);
begin
  if octet_length(separated) = char_length(separated) then
    return tsvector_to_array(to_tsvector('pg_catalog.english', separated));
  end if;
  return array(
    select distinct public.search_stem(left(word, 200)) from string_to_table(separated, ' ') word
    where word <> '' and public.search_stem(left(word, 200)) is not null);
end $function$;

CREATE OR REPLACE FUNCTION search_terms(title text, description text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  of_title text[] := public.search_stems(title);
  of_description tsvector := ts_delete(array_to_tsvector(public.search_stems(description)), of_title);
begin
  if of_title = '{}' then return of_description; end if;
  return array_to_tsvector(string_to_array('_' || array_to_string(of_title, ' _'), ' ')) || of_description;
end $function$;

CREATE OR REPLACE FUNCTION search_words(source text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT "left"(word.word, 200) AS "left" FROM string_to_table(search_separate(search_words.source), ' '::text) word(word) WHERE (word.word <> ''::text));

CREATE OR REPLACE FUNCTION track_file_uses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION track_submitter_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  body text := (select f.description from feedback f
    where f.workspace_id = new.workspace_id and f.id = new.feedback_id and f.description like '%/files/%');
begin
  if body is not null then
    perform add_file_uses(new.workspace_id, 'feedback', new.feedback_id, body, new.customer_id, false);
  end if;
  return null;
end $function$;

create table account_challenges (
  id uuid not null,
  identifier text not null,
  value text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint account_challenges_pkey PRIMARY KEY (id)
);
CREATE INDEX account_challenges_expires_at ON account_challenges USING btree (expires_at);
CREATE INDEX account_challenges_identifier ON account_challenges USING btree (identifier);
CREATE INDEX account_challenges_value ON account_challenges USING btree (value);

create table account_codes (
  email text not null,
  hash bytea not null,
  tries integer default 0 not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint account_codes_pkey PRIMARY KEY (email),
  constraint account_codes_email_check CHECK ((email = lower(email))),
  constraint account_codes_hash_check CHECK ((octet_length(hash) = 32))
);

create table account_credentials (
  id uuid not null,
  account_id uuid not null,
  provider text not null,
  subject text not null,
  password text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint account_credentials_pkey PRIMARY KEY (id),
  constraint account_credentials_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint account_credentials_account_id_provider_key UNIQUE (account_id, provider)
);

create table account_links (
  hash bytea not null,
  purpose text not null,
  account_id uuid,
  verifies_email boolean not null,
  expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint account_links_pkey PRIMARY KEY (hash),
  constraint account_links_check CHECK (((purpose = 'setup'::text) = (account_id IS NULL))),
  constraint account_links_hash_check CHECK ((octet_length(hash) = 32)),
  constraint account_links_purpose_check CHECK ((purpose = ANY (ARRAY['setup'::text, 'reset'::text]))),
  constraint account_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX account_links_reset ON account_links USING btree (account_id);
CREATE UNIQUE INDEX account_links_setup ON account_links USING btree (purpose) WHERE (purpose = 'setup'::text);

create table account_oauth_artifacts (
  kind text not null,
  hash bytea not null,
  payload jsonb not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint account_oauth_artifacts_pkey PRIMARY KEY (kind, hash),
  constraint account_oauth_artifacts_hash_check CHECK ((octet_length(hash) = 32)),
  constraint account_oauth_artifacts_kind_check CHECK ((kind = ANY (ARRAY['interaction'::text, 'client'::text, 'document'::text])))
);
CREATE INDEX account_oauth_artifacts_expires_at ON account_oauth_artifacts USING btree (expires_at);

create table account_sessions (
  id uuid not null,
  account_id uuid not null,
  token text not null,
  user_agent text default ''::text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint account_sessions_pkey PRIMARY KEY (id),
  constraint account_sessions_user_agent_check CHECK ((char_length(user_agent) <= 500)),
  constraint account_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint account_sessions_token_key UNIQUE (token)
);
CREATE INDEX account_sessions_account ON account_sessions USING btree (account_id);
CREATE INDEX account_sessions_expires_at ON account_sessions USING btree (expires_at);

create table account_totp (
  id uuid not null,
  account_id uuid not null,
  secret text not null,
  backup_codes text not null,
  is_confirmed boolean not null,
  failures integer default 0 not null,
  locked_until timestamp(3) with time zone,
  constraint account_totp_pkey PRIMARY KEY (id),
  constraint account_totp_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint account_totp_account_id_key UNIQUE (account_id)
);

create table accounts (
  id uuid not null,
  email text not null,
  is_verified boolean default false not null,
  name text not null,
  has_totp boolean default false not null,
  last_workspace_id uuid,
  last_seen_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
  constraint accounts_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint accounts_last_workspace_id_fkey FOREIGN KEY (last_workspace_id) REFERENCES workspaces(workspace_id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX accounts_email ON accounts USING btree (lower(email));

create table announcements (
  workspace_id uuid not null,
  entry_id uuid not null,
  due_at timestamp(3) with time zone not null,
  fanout_cursor uuid,
  fanout_batches integer default 0 not null,
  fanned_out_at timestamp(3) with time zone,
  audience text default 'everyone'::text not null,
  audience_id uuid,
  constraint announcements_pkey PRIMARY KEY (workspace_id, entry_id),
  constraint announcements_audience_check CHECK ((audience = ANY (ARRAY['everyone'::text, 'asked'::text, 'board'::text, 'tag'::text, 'nobody'::text]))),
  constraint announcements_check CHECK (((audience = ANY (ARRAY['board'::text, 'tag'::text])) = (audience_id IS NOT NULL))),
  constraint announcements_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES changelog_entries(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX announcements_pending_fanout ON announcements USING btree (due_at) WHERE (fanned_out_at IS NULL);

create table api_keys (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  hash bytea not null,
  prefix text not null,
  scopes text[] not null,
  created_by text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  expiry_changed_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  constraint api_keys_pkey PRIMARY KEY (workspace_id, id),
  constraint api_keys_hash_check CHECK ((octet_length(hash) = 32)),
  constraint api_keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint api_keys_scopes_check CHECK ((cardinality(scopes) > 0)),
  constraint api_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX api_keys_expiry_changed ON api_keys USING btree (expiry_changed_at) WHERE (expiry_changed_at IS NOT NULL);
CREATE UNIQUE INDEX api_keys_hash ON api_keys USING btree (hash);
CREATE INDEX api_keys_revoked ON api_keys USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

create table app_authorizations (
  workspace_id uuid not null,
  id uuid not null,
  member_id uuid,
  authorized_by text not null,
  client_id text not null,
  name text not null,
  client_host text,
  redirect_host text not null,
  scopes text[] not null,
  resources text[] not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  ended_by text,
  changed_at timestamp(3) with time zone,
  constraint app_authorizations_pkey PRIMARY KEY (workspace_id, id),
  constraint app_authorizations_check CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint app_authorizations_client_host_check CHECK (((char_length(client_host) >= 1) AND (char_length(client_host) <= 300))),
  constraint app_authorizations_client_id_check CHECK (((char_length(client_id) >= 1) AND (char_length(client_id) <= 2000))),
  constraint app_authorizations_ended_by_check CHECK ((ended_by = ANY (ARRAY['team'::text, 'app'::text, 'reuse'::text, 'role'::text, 'membership'::text, 'account'::text, 'registration'::text]))),
  constraint app_authorizations_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint app_authorizations_redirect_host_check CHECK (((char_length(redirect_host) >= 1) AND (char_length(redirect_host) <= 300))),
  constraint app_authorizations_resources_check CHECK (((cardinality(resources) > 0) AND (resources <@ ARRAY['api'::text, 'mcp'::text]))),
  constraint app_authorizations_scopes_check CHECK ((cardinality(scopes) > 0)),
  constraint app_authorizations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id),
  constraint app_authorizations_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id) ON DELETE SET NULL (member_id)
);
CREATE INDEX app_authorizations_changed ON app_authorizations USING btree (changed_at) WHERE (changed_at IS NOT NULL);
CREATE UNIQUE INDEX app_authorizations_id ON app_authorizations USING btree (id);
CREATE INDEX app_authorizations_listed ON app_authorizations USING btree (workspace_id, created_at, id);
CREATE INDEX app_authorizations_member ON app_authorizations USING btree (workspace_id, member_id) WHERE (member_id IS NOT NULL);

create table app_registrations (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  redirect_uris text[] not null,
  created_by text not null,
  created_at timestamp(3) with time zone not null,
  constraint app_registrations_pkey PRIMARY KEY (workspace_id, id),
  constraint app_registrations_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint app_registrations_redirect_uris_check CHECK (((cardinality(redirect_uris) >= 1) AND (cardinality(redirect_uris) <= 10))),
  constraint app_registrations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE UNIQUE INDEX app_registrations_client ON app_registrations USING btree (id);

create table app_tokens (
  workspace_id uuid not null,
  hash bytea not null,
  authorization_id uuid not null,
  kind text not null,
  scopes text[] not null,
  resources text[] not null,
  payload jsonb not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  consumed_at timestamp(3) with time zone,
  constraint app_tokens_pkey PRIMARY KEY (workspace_id, hash),
  constraint app_tokens_hash_check CHECK ((octet_length(hash) = 32)),
  constraint app_tokens_kind_check CHECK ((kind = ANY (ARRAY['code'::text, 'access'::text, 'refresh'::text]))),
  constraint app_tokens_resources_check CHECK ((resources <@ ARRAY['api'::text, 'mcp'::text])),
  constraint app_tokens_workspace_id_authorization_id_fkey FOREIGN KEY (workspace_id, authorization_id) REFERENCES app_authorizations(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX app_tokens_authorization ON app_tokens USING btree (workspace_id, authorization_id);
CREATE INDEX app_tokens_expires_at ON app_tokens USING btree (expires_at);
CREATE UNIQUE INDEX app_tokens_hash ON app_tokens USING btree (hash);

create table archive_imports (
  workspace_id uuid not null,
  import_id uuid not null,
  origin_id uuid not null,
  is_rebuild boolean not null,
  replaced jsonb default '{}'::jsonb not null,
  exported_at timestamp(3) with time zone,
  constraint archive_imports_pkey PRIMARY KEY (workspace_id, import_id),
  constraint archive_imports_workspace_id_import_id_fkey FOREIGN KEY (workspace_id, import_id) REFERENCES imports(workspace_id, id) ON DELETE CASCADE
);

create table archived_additions (
  workspace_id uuid not null,
  import_id uuid not null,
  "position" bigint not null,
  table_name text not null,
  "row" jsonb not null,
  created_at timestamp(3) with time zone not null,
  constraint archived_additions_pkey PRIMARY KEY (workspace_id, import_id, "position"),
  constraint archived_additions_table_name_check CHECK ((char_length(table_name) <= 63)),
  constraint archived_additions_workspace_id_import_id_fkey FOREIGN KEY (workspace_id, import_id) REFERENCES imports(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX archived_additions_age ON archived_additions USING btree (created_at);

create table archived_records (
  workspace_id uuid not null,
  origin_id uuid not null,
  table_name text not null,
  source_id uuid not null,
  target_id uuid not null,
  import_id uuid,
  fields jsonb default '{}'::jsonb not null,
  constraint archived_records_pkey PRIMARY KEY (workspace_id, origin_id, table_name, source_id),
  constraint archived_records_table_name_check CHECK ((char_length(table_name) <= 63)),
  constraint archived_records_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX archived_records_customer ON archived_records USING btree (workspace_id, target_id) WHERE (table_name = 'customers'::text);
CREATE INDEX archived_records_import ON archived_records USING btree (workspace_id, import_id, table_name);

create table audit_events (
  workspace_id uuid not null,
  id uuid not null,
  type text not null,
  target_id uuid not null,
  actor_type text not null,
  actor_id uuid,
  agent text,
  request_id text,
  changes jsonb default '{}'::jsonb not null,
  created_at timestamp(3) with time zone not null,
  constraint audit_events_pkey PRIMARY KEY (workspace_id, id),
  constraint audit_events_actor_type_check CHECK ((actor_type = ANY (ARRAY['key'::text, 'app'::text, 'member'::text, 'customer'::text, 'system'::text]))),
  constraint audit_events_agent_check CHECK ((char_length(agent) <= 64)),
  constraint audit_events_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX audit_events_newest ON audit_events USING btree (workspace_id, created_at DESC, id DESC);
CREATE INDEX audit_events_target ON audit_events USING btree (workspace_id, target_id, id);
CREATE INDEX audit_events_type ON audit_events USING btree (workspace_id, type, created_at DESC, id DESC);

create table boards (
  workspace_id uuid not null,
  id uuid not null,
  slug text not null,
  name text not null,
  "position" integer not null,
  accepts_requests boolean default true not null,
  is_public boolean default true not null,
  reviews_new text default 'all'::text not null,
  created_at timestamp(3) with time zone not null,
  reviews_comments text default 'links'::text not null,
  constraint boards_pkey PRIMARY KEY (workspace_id, id),
  constraint boards_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint boards_reviews_comments_check CHECK ((reviews_comments = ANY (ARRAY['all'::text, 'links'::text, 'first_time'::text, 'none'::text]))),
  constraint boards_reviews_new_check CHECK ((reviews_new = ANY (ARRAY['all'::text, 'links'::text, 'first_time'::text, 'none'::text]))),
  constraint boards_slug_check CHECK ((slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text)),
  constraint boards_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id),
  constraint boards_workspace_id_slug_key UNIQUE (workspace_id, slug)
);

create table changelog_covers (
  workspace_id uuid not null,
  entry_id uuid not null,
  url text not null,
  alt text not null,
  constraint changelog_covers_pkey PRIMARY KEY (workspace_id, entry_id),
  constraint changelog_covers_alt_check CHECK ((char_length(alt) <= 300)),
  constraint changelog_covers_url_check CHECK ((url ~ '^/files/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[A-Za-z0-9._-]{1,100}$'::text)),
  constraint changelog_covers_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES changelog_entries(workspace_id, id) ON DELETE CASCADE
);
CREATE TRIGGER files_delete AFTER DELETE ON changelog_covers FOR EACH ROW EXECUTE FUNCTION track_file_uses('entry_id', 'url');
CREATE TRIGGER files_insert AFTER INSERT ON changelog_covers FOR EACH ROW EXECUTE FUNCTION track_file_uses('entry_id', 'url');
CREATE TRIGGER files_update AFTER UPDATE OF url ON changelog_covers FOR EACH ROW WHEN ((old.url IS DISTINCT FROM new.url)) EXECUTE FUNCTION track_file_uses('entry_id', 'url');

create table changelog_entries (
  workspace_id uuid not null,
  id uuid not null,
  state text not null,
  title text not null,
  body text not null,
  version_label text,
  reactions_enabled boolean not null,
  comments_enabled boolean not null,
  scheduled_publish_at timestamp(3) with time zone,
  scheduled_timezone text,
  published_at timestamp(3) with time zone,
  comments integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  publish_audience text default 'everyone'::text not null,
  publish_audience_id uuid,
  completes_linked boolean default false not null,
  completion_notifies boolean default true not null,
  completion_note text,
  constraint changelog_entries_pkey PRIMARY KEY (workspace_id, id),
  constraint changelog_entries_body_check CHECK ((char_length(body) <= 100000)),
  constraint changelog_entries_check CHECK (((state = 'published'::text) = (published_at IS NOT NULL))),
  constraint changelog_entries_check1 CHECK (((state = 'draft'::text) OR (scheduled_publish_at IS NULL))),
  constraint changelog_entries_check2 CHECK (((publish_audience = ANY (ARRAY['board'::text, 'tag'::text])) = (publish_audience_id IS NOT NULL))),
  constraint changelog_entries_comments_check CHECK ((comments >= 0)),
  constraint changelog_entries_completion_note_check CHECK (((char_length(completion_note) >= 1) AND (char_length(completion_note) <= 500))),
  constraint changelog_entries_publish_audience_check CHECK ((publish_audience = ANY (ARRAY['everyone'::text, 'asked'::text, 'board'::text, 'tag'::text, 'nobody'::text]))),
  constraint changelog_entries_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text]))),
  constraint changelog_entries_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200))),
  constraint changelog_entries_version_label_check CHECK ((char_length(version_label) <= 64)),
  constraint changelog_entries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX changelog_entries_by_state ON changelog_entries USING btree (workspace_id, state, created_at DESC, id DESC);
CREATE INDEX changelog_entries_newest ON changelog_entries USING btree (workspace_id, created_at DESC, id DESC);
CREATE INDEX changelog_entries_published ON changelog_entries USING btree (workspace_id, published_at DESC, id DESC) WHERE (published_at IS NOT NULL);
CREATE INDEX changelog_entries_scheduled ON changelog_entries USING btree (scheduled_publish_at) WHERE (scheduled_publish_at IS NOT NULL);
CREATE TRIGGER drop_publication_plan BEFORE UPDATE OF scheduled_publish_at ON changelog_entries FOR EACH ROW WHEN (((old.scheduled_publish_at IS NOT NULL) AND (new.scheduled_publish_at IS NULL))) EXECUTE FUNCTION drop_publication_plan();
CREATE TRIGGER files_delete AFTER DELETE ON changelog_entries FOR EACH ROW WHEN ((old.body ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('id', 'body');
CREATE TRIGGER files_insert AFTER INSERT ON changelog_entries FOR EACH ROW WHEN ((new.body ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('id', 'body');
CREATE TRIGGER files_update AFTER UPDATE OF body ON changelog_entries FOR EACH ROW WHEN (((old.body IS DISTINCT FROM new.body) AND ((old.body ~~ '%/files/%'::text) OR (new.body ~~ '%/files/%'::text)))) EXECUTE FUNCTION track_file_uses('id', 'body');

create table changelog_entry_feedback (
  workspace_id uuid not null,
  entry_id uuid not null,
  feedback_id uuid not null,
  "position" integer not null,
  constraint changelog_entry_feedback_pkey PRIMARY KEY (workspace_id, entry_id, feedback_id),
  constraint changelog_entry_feedback_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES changelog_entries(workspace_id, id) ON DELETE CASCADE,
  constraint changelog_entry_feedback_workspace_id_feedback_id_fkey FOREIGN KEY (workspace_id, feedback_id) REFERENCES feedback(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX changelog_entry_feedback_feedback ON changelog_entry_feedback USING btree (workspace_id, feedback_id);

create table changelog_entry_tags (
  workspace_id uuid not null,
  entry_id uuid not null,
  tag_id uuid not null,
  "position" integer not null,
  constraint changelog_entry_tags_pkey PRIMARY KEY (workspace_id, entry_id, tag_id),
  constraint changelog_entry_tags_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES changelog_entries(workspace_id, id) ON DELETE CASCADE,
  constraint changelog_entry_tags_workspace_id_tag_id_fkey FOREIGN KEY (workspace_id, tag_id) REFERENCES tags(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX changelog_entry_tags_tag ON changelog_entry_tags USING btree (workspace_id, tag_id);

create table changelog_reactions (
  workspace_id uuid not null,
  entry_id uuid not null,
  customer_id uuid not null,
  emoji text not null,
  created_at timestamp(3) with time zone not null,
  constraint changelog_reactions_pkey PRIMARY KEY (workspace_id, entry_id, customer_id, emoji),
  constraint changelog_reactions_emoji_check CHECK ((emoji = ANY (ARRAY['👍'::text, '❤️'::text, '🎉'::text, '🚀'::text, '👀'::text, '😄'::text]))),
  constraint changelog_reactions_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id),
  constraint changelog_reactions_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES changelog_entries(workspace_id, id) ON DELETE CASCADE
);

create table channel_notices (
  workspace_id uuid not null,
  id uuid default gen_random_uuid() not null,
  kind text not null,
  subject_id uuid not null,
  feedback_id uuid,
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint channel_notices_pkey PRIMARY KEY (workspace_id, id),
  constraint channel_notices_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id) ON DELETE CASCADE
);
CREATE INDEX channel_notices_created_at ON channel_notices USING btree (workspace_id, created_at);

create table comment_mentions (
  workspace_id uuid not null,
  comment_id uuid not null,
  member_id uuid not null,
  name text not null,
  constraint comment_mentions_pkey PRIMARY KEY (workspace_id, comment_id, member_id),
  constraint comment_mentions_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint comment_mentions_workspace_id_comment_id_fkey FOREIGN KEY (workspace_id, comment_id) REFERENCES comments(workspace_id, id) ON DELETE CASCADE,
  constraint comment_mentions_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX comment_mentions_member ON comment_mentions USING btree (workspace_id, member_id);

create table comments (
  workspace_id uuid not null,
  id uuid not null,
  feedback_id uuid,
  entry_id uuid,
  parent_id uuid,
  kind text not null,
  body text not null,
  customer_id uuid,
  author_name text,
  is_internal boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  member_id uuid,
  constraint comments_pkey PRIMARY KEY (workspace_id, id),
  constraint comments_author_name_check CHECK ((char_length(author_name) <= 100)),
  constraint comments_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 10000))),
  constraint comments_check CHECK ((num_nonnulls(feedback_id, entry_id) = 1)),
  constraint comments_check1 CHECK (((kind = 'staff_reply'::text) OR ((author_name IS NULL) AND (NOT is_internal)))),
  constraint comments_check2 CHECK (((kind = 'comment'::text) OR (customer_id IS NULL))),
  constraint comments_check3 CHECK (((kind = 'staff_reply'::text) OR (member_id IS NULL))),
  constraint comments_kind_check CHECK ((kind = ANY (ARRAY['comment'::text, 'staff_reply'::text]))),
  constraint comments_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id),
  constraint comments_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES changelog_entries(workspace_id, id) ON DELETE CASCADE,
  constraint comments_workspace_id_feedback_id_fkey FOREIGN KEY (workspace_id, feedback_id) REFERENCES feedback(workspace_id, id) ON DELETE CASCADE,
  constraint comments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id),
  constraint comments_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id) ON DELETE SET NULL (member_id),
  constraint comments_workspace_id_parent_id_fkey FOREIGN KEY (workspace_id, parent_id) REFERENCES comments(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX comments_by_member ON comments USING btree (workspace_id, member_id) WHERE (member_id IS NOT NULL);
CREATE INDEX comments_customer ON comments USING btree (workspace_id, customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX comments_of_entry ON comments USING btree (workspace_id, entry_id, created_at, id) WHERE (entry_id IS NOT NULL);
CREATE INDEX comments_of_feedback ON comments USING btree (workspace_id, feedback_id, created_at, id) WHERE (feedback_id IS NOT NULL);
CREATE INDEX comments_parent ON comments USING btree (workspace_id, parent_id) WHERE (parent_id IS NOT NULL);
CREATE TRIGGER files_delete AFTER DELETE ON comments FOR EACH ROW WHEN ((old.body ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('id', 'body');
CREATE TRIGGER files_insert AFTER INSERT ON comments FOR EACH ROW WHEN ((new.body ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('id', 'body');
CREATE TRIGGER files_update AFTER UPDATE OF body ON comments FOR EACH ROW WHEN (((old.body IS DISTINCT FROM new.body) AND ((old.body ~~ '%/files/%'::text) OR (new.body ~~ '%/files/%'::text)))) EXECUTE FUNCTION track_file_uses('id', 'body');

create table companies (
  workspace_id uuid not null,
  id uuid not null,
  external_id text not null,
  name text not null,
  revenue_amount bigint,
  revenue_currency text,
  attributes jsonb default '{}'::jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint companies_pkey PRIMARY KEY (workspace_id, id),
  constraint companies_check CHECK (((revenue_amount IS NULL) = (revenue_currency IS NULL))),
  constraint companies_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 255))),
  constraint companies_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint companies_revenue_amount_check CHECK (((revenue_amount >= 0) AND (revenue_amount <= '9007199254740991'::bigint))),
  constraint companies_revenue_currency_check CHECK ((revenue_currency ~ '^[A-Z]{3}$'::text)),
  constraint companies_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id),
  constraint companies_workspace_id_external_id_key UNIQUE (workspace_id, external_id)
);
CREATE INDEX companies_newest ON companies USING btree (workspace_id, created_at, id);
CREATE INDEX companies_terms ON companies USING gin (search_person_terms(workspace_id, name, NULL::text, external_id)) WITH (gin_pending_list_limit='1024');

create table consents (
  workspace_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  action text not null,
  surface text not null,
  page text not null,
  host text,
  wording text,
  created_at timestamp(3) with time zone not null,
  constraint consents_pkey PRIMARY KEY (workspace_id, id),
  constraint consents_action_check CHECK ((action = ANY (ARRAY['given'::text, 'withdrawn'::text]))),
  constraint consents_host_check CHECK (((char_length(host) >= 1) AND (char_length(host) <= 300))),
  constraint consents_page_check CHECK (((char_length(page) >= 1) AND (char_length(page) <= 100))),
  constraint consents_surface_check CHECK ((surface = ANY (ARRAY['portal'::text, 'widget'::text, 'email'::text, 'console'::text]))),
  constraint consents_wording_check CHECK (((char_length(wording) >= 1) AND (char_length(wording) <= 4000))),
  constraint consents_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint consents_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX consents_customer ON consents USING btree (workspace_id, customer_id, created_at DESC, id DESC);

create table consumed_sso_tokens (
  workspace_id uuid not null,
  token_hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint consumed_sso_tokens_pkey PRIMARY KEY (workspace_id, token_hash),
  constraint consumed_sso_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint consumed_sso_tokens_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX consumed_sso_tokens_expires_at ON consumed_sso_tokens USING btree (expires_at);

create table content_edits (
  workspace_id uuid not null,
  id uuid not null,
  feedback_id uuid,
  comment_id uuid,
  customer_id uuid,
  title text,
  body text not null,
  created_at timestamp(3) with time zone not null,
  constraint content_edits_pkey PRIMARY KEY (workspace_id, id),
  constraint content_edits_body_check CHECK ((char_length(body) <= 10000)),
  constraint content_edits_check CHECK ((num_nonnulls(feedback_id, comment_id) = 1)),
  constraint content_edits_check1 CHECK (((title IS NULL) = (feedback_id IS NULL))),
  constraint content_edits_title_check CHECK ((char_length(title) <= 200)),
  constraint content_edits_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint content_edits_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX content_edits_comment ON content_edits USING btree (workspace_id, comment_id, created_at) WHERE (comment_id IS NOT NULL);
CREATE INDEX content_edits_customer ON content_edits USING btree (workspace_id, customer_id);
CREATE INDEX content_edits_feedback ON content_edits USING btree (workspace_id, feedback_id, created_at) WHERE (feedback_id IS NOT NULL);
CREATE TRIGGER files_delete AFTER DELETE ON content_edits FOR EACH ROW WHEN ((old.body ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('id', 'body');
CREATE TRIGGER files_insert AFTER INSERT ON content_edits FOR EACH ROW WHEN ((new.body ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('id', 'body');
CREATE TRIGGER files_update AFTER UPDATE OF body ON content_edits FOR EACH ROW WHEN (((old.body IS DISTINCT FROM new.body) AND ((old.body ~~ '%/files/%'::text) OR (new.body ~~ '%/files/%'::text)))) EXECUTE FUNCTION track_file_uses('id', 'body');

create table content_reports (
  workspace_id uuid not null,
  id uuid not null,
  feedback_id uuid,
  comment_id uuid,
  customer_id uuid not null,
  reason text not null,
  created_at timestamp(3) with time zone not null,
  dismissed_at timestamp(3) with time zone,
  constraint content_reports_pkey PRIMARY KEY (workspace_id, id),
  constraint content_reports_check CHECK ((num_nonnulls(feedback_id, comment_id) = 1)),
  constraint content_reports_reason_check CHECK ((reason = ANY (ARRAY['spam'::text, 'offensive'::text, 'private'::text, 'other'::text]))),
  constraint content_reports_workspace_id_comment_id_fkey FOREIGN KEY (workspace_id, comment_id) REFERENCES comments(workspace_id, id) ON DELETE CASCADE,
  constraint content_reports_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint content_reports_workspace_id_feedback_id_fkey FOREIGN KEY (workspace_id, feedback_id) REFERENCES feedback(workspace_id, id) ON DELETE CASCADE,
  constraint content_reports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE UNIQUE INDEX content_reports_comment ON content_reports USING btree (workspace_id, comment_id, customer_id) WHERE (comment_id IS NOT NULL);
CREATE INDEX content_reports_customer ON content_reports USING btree (workspace_id, customer_id);
CREATE UNIQUE INDEX content_reports_feedback ON content_reports USING btree (workspace_id, feedback_id, customer_id) WHERE (feedback_id IS NOT NULL);
CREATE INDEX content_reports_open ON content_reports USING btree (workspace_id, created_at) WHERE (dismissed_at IS NULL);

create table customer_codes (
  workspace_id uuid not null,
  email text not null,
  hash bytea not null,
  tries integer default 0 not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  browser_hash text not null,
  constraint customer_codes_pkey PRIMARY KEY (workspace_id, email, browser_hash),
  constraint customer_codes_browser_hash_check CHECK ((char_length(browser_hash) = 43)),
  constraint customer_codes_email_check CHECK (((email = lower(email)) AND (char_length(email) <= 254))),
  constraint customer_codes_hash_check CHECK ((octet_length(hash) = 32)),
  constraint customer_codes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX customer_codes_expires_at ON customer_codes USING btree (expires_at);

create table customer_names (
  workspace_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  name text,
  changed_by text not null,
  created_at timestamp(3) with time zone not null,
  constraint customer_names_pkey PRIMARY KEY (workspace_id, id),
  constraint customer_names_changed_by_check CHECK ((changed_by = ANY (ARRAY['customer'::text, 'team'::text, 'token'::text]))),
  constraint customer_names_name_check CHECK ((char_length(name) <= 200)),
  constraint customer_names_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint customer_names_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX customer_names_customer ON customer_names USING btree (workspace_id, customer_id, created_at DESC, id DESC);

create table customer_sessions (
  workspace_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  began_by text,
  sso_secret_id uuid,
  constraint customer_sessions_pkey PRIMARY KEY (workspace_id, id),
  constraint customer_sessions_began_by_check CHECK ((began_by = ANY (ARRAY['code'::text, 'sso'::text]))),
  constraint customer_sessions_check CHECK (((sso_secret_id IS NULL) OR (began_by = 'sso'::text))),
  constraint customer_sessions_hash_check CHECK ((octet_length(hash) = 32)),
  constraint customer_sessions_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint customer_sessions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id),
  constraint customer_sessions_workspace_id_sso_secret_id_fkey FOREIGN KEY (workspace_id, sso_secret_id) REFERENCES portal_sso_secrets(workspace_id, id) ON DELETE CASCADE,
  constraint customer_sessions_workspace_id_hash_key UNIQUE (workspace_id, hash)
);
CREATE INDEX customer_sessions_customer ON customer_sessions USING btree (workspace_id, customer_id);
CREATE INDEX customer_sessions_expires_at ON customer_sessions USING btree (expires_at);
CREATE INDEX customer_sessions_sso_secret ON customer_sessions USING btree (workspace_id, sso_secret_id) WHERE (sso_secret_id IS NOT NULL);

create table customers (
  workspace_id uuid not null,
  id uuid not null,
  email text,
  name text,
  external_id text,
  is_tracked boolean default true not null,
  notify_changelog boolean,
  notify_replies boolean default true not null,
  notify_stages boolean default true not null,
  mail_opted_out_at timestamp(3) with time zone,
  mail_bounces smallint default 0 not null,
  mail_bounced_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  blocked_at timestamp(3) with time zone,
  unsubscribed_at timestamp(3) with time zone,
  is_participant boolean default false not null,
  is_admitted boolean default false not null,
  origin text default 'portal'::text not null,
  name_source text default 'api'::text not null,
  company_id uuid,
  attributes jsonb default '{}'::jsonb not null,
  updated_at timestamp(3) with time zone,
  constraint customers_pkey PRIMARY KEY (workspace_id, id),
  constraint customers_check CHECK (((email IS NOT NULL) OR (external_id IS NOT NULL))),
  constraint customers_email_check CHECK ((char_length(email) <= 254)),
  constraint customers_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 255))),
  constraint customers_mail_bounces_check CHECK ((mail_bounces >= 0)),
  constraint customers_name_check CHECK ((char_length(name) <= 200)),
  constraint customers_name_source_check CHECK ((name_source = ANY (ARRAY['self'::text, 'token'::text, 'team'::text, 'import'::text, 'api'::text]))),
  constraint customers_origin_check CHECK ((origin = ANY (ARRAY['api'::text, 'team'::text, 'import'::text, 'portal'::text, 'token'::text, 'widget'::text]))),
  constraint customers_workspace_id_company_id_fkey FOREIGN KEY (workspace_id, company_id) REFERENCES companies(workspace_id, id),
  constraint customers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id),
  constraint customers_workspace_id_external_id_key UNIQUE (workspace_id, external_id)
);
CREATE INDEX customers_blocked ON customers USING btree (workspace_id, created_at, id) WHERE (blocked_at IS NOT NULL);
CREATE INDEX customers_company ON customers USING btree (workspace_id, company_id, created_at, id) WHERE (company_id IS NOT NULL);
CREATE UNIQUE INDEX customers_email ON customers USING btree (workspace_id, lower(email));
CREATE INDEX customers_newest ON customers USING btree (workspace_id, created_at DESC, id DESC);
CREATE INDEX customers_search ON customers USING gin (search_grams(workspace_id, ((((COALESCE(name, ''::text) || '
'::text) || COALESCE(email, ''::text)) || '
'::text) || COALESCE(external_id, ''::text)))) WITH (gin_pending_list_limit='1024');
CREATE INDEX customers_terms ON customers USING gin (search_person_terms(workspace_id, name, email, external_id)) WITH (gin_pending_list_limit='1024');
CREATE INDEX customers_tracked ON customers USING btree (workspace_id, created_at, id) WHERE is_tracked;
CREATE INDEX customers_unknown_participants ON customers USING btree (workspace_id, created_at DESC, id DESC) WHERE (is_participant AND (NOT is_tracked));
CREATE TRIGGER archived_records_delete AFTER DELETE ON customers FOR EACH ROW EXECUTE FUNCTION forget_archived_customer();
CREATE TRIGGER imported_records_delete AFTER DELETE ON customers FOR EACH ROW EXECUTE FUNCTION forget_imported_customer();

create table event_counters (
  workspace_id uuid not null,
  last_sequence bigint not null,
  last_event_at timestamp(3) with time zone not null,
  constraint event_counters_pkey PRIMARY KEY (workspace_id),
  constraint event_counters_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
) with (fillfactor=50);

create table events (
  workspace_id uuid not null,
  id uuid not null,
  sequence bigint not null,
  type text not null,
  created_at timestamp(3) with time zone not null,
  actor_type text not null,
  actor_id uuid,
  resource_id uuid not null,
  data json not null,
  changes json,
  constraint events_pkey PRIMARY KEY (workspace_id, id),
  constraint events_actor_type_check CHECK ((actor_type = ANY (ARRAY['api_key'::text, 'member'::text, 'customer'::text, 'system'::text, 'app'::text]))),
  constraint events_type_check CHECK (((char_length(type) >= 1) AND (char_length(type) <= 64)))
);
CREATE INDEX events_resource ON events USING btree (workspace_id, resource_id);

create table exports (
  workspace_id uuid not null,
  id uuid not null,
  state text not null,
  requested_by_type text not null,
  requested_by_id uuid,
  rows_done bigint default 0 not null,
  rows_total bigint,
  bytes bigint,
  created_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  constraint exports_pkey PRIMARY KEY (workspace_id, id),
  constraint exports_bytes_check CHECK ((bytes > 0)),
  constraint exports_check CHECK (((state = ANY (ARRAY['finished'::text, 'failed'::text])) = (finished_at IS NOT NULL))),
  constraint exports_check1 CHECK (((state = 'finished'::text) = (bytes IS NOT NULL))),
  constraint exports_requested_by_type_check CHECK ((requested_by_type = ANY (ARRAY['key'::text, 'member'::text, 'customer'::text, 'system'::text, 'app'::text]))),
  constraint exports_rows_done_check CHECK ((rows_done >= 0)),
  constraint exports_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'finished'::text, 'failed'::text]))),
  constraint exports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE UNIQUE INDEX exports_active ON exports USING btree (workspace_id) WHERE (state = ANY (ARRAY['pending'::text, 'running'::text]));
CREATE INDEX exports_expires_at ON exports USING btree (expires_at);

create table feedback (
  workspace_id uuid not null,
  id uuid not null,
  board_id uuid not null,
  title text not null,
  description text not null,
  status text not null,
  product_stage text,
  stage text generated always as (
CASE
    WHEN (status = 'pending'::text) THEN 'pending'::text
    WHEN (status = ANY (ARRAY['rejected'::text, 'spam'::text])) THEN 'closed'::text
    ELSE COALESCE(product_stage, 'in_review'::text)
END) stored not null,
  votes integer default 0 not null,
  comments integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  last_activity_at timestamp(3) with time zone default now() not null,
  trend double precision default (((EXTRACT(epoch FROM now()) / (1209600)::numeric))::double precision * ln((2)::double precision)) not null,
  search_terms tsvector generated always as (search_terms(title, description)) stored not null,
  owner_id uuid,
  vote_milestone integer default 0 not null,
  votes_without_voters integer default 0 not null,
  is_text_indexed boolean default false not null,
  constraint feedback_pkey PRIMARY KEY (workspace_id, id),
  constraint feedback_comments_check CHECK ((comments >= 0)),
  constraint feedback_description_check CHECK ((char_length(description) <= 10000)),
  constraint feedback_product_stage_check CHECK ((product_stage = ANY (ARRAY['in_review'::text, 'planned'::text, 'in_progress'::text, 'completed'::text, 'closed'::text]))),
  constraint feedback_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'spam'::text]))),
  constraint feedback_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200))),
  constraint feedback_votes_check CHECK ((votes >= 0)),
  constraint feedback_votes_without_voters_check CHECK ((votes_without_voters >= 0)),
  constraint feedback_workspace_id_board_id_fkey FOREIGN KEY (workspace_id, board_id) REFERENCES boards(workspace_id, id),
  constraint feedback_workspace_id_owner_id_fkey FOREIGN KEY (workspace_id, owner_id) REFERENCES members(workspace_id, id) ON DELETE SET NULL (owner_id)
);
CREATE INDEX feedback_by_board ON feedback USING btree (workspace_id, board_id, created_at, id);
CREATE INDEX feedback_by_owner ON feedback USING btree (workspace_id, owner_id, created_at, id) WHERE (owner_id IS NOT NULL);
CREATE INDEX feedback_by_stage ON feedback USING btree (workspace_id, stage, created_at, id);
CREATE INDEX feedback_most_votes ON feedback USING btree (workspace_id, votes, id);
CREATE INDEX feedback_newest ON feedback USING btree (workspace_id, created_at, id);
CREATE INDEX feedback_pending ON feedback USING btree (workspace_id, created_at, id) WHERE (status = 'pending'::text);
CREATE INDEX feedback_recently_active ON feedback USING btree (workspace_id, last_activity_at, id);
CREATE INDEX feedback_search ON feedback USING gin (search_grams(workspace_id, ((title || '
'::text) || description))) WITH (gin_pending_list_limit='1024') WHERE is_text_indexed;
CREATE INDEX feedback_search_terms ON feedback USING gin (search_salted_terms(workspace_id, search_terms)) WITH (gin_pending_list_limit='1024');
CREATE INDEX feedback_trending ON feedback USING btree (workspace_id, trend, id) WHERE (status = 'approved'::text);
CREATE INDEX feedback_trending_unapproved ON feedback USING btree (workspace_id, trend, id) WHERE (status <> 'approved'::text);
CREATE INDEX feedback_unindexed_text ON feedback USING btree (workspace_id, id) WHERE (NOT is_text_indexed);
CREATE TRIGGER files_delete AFTER DELETE ON feedback FOR EACH ROW WHEN ((old.description ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('id', 'description');
CREATE TRIGGER files_insert AFTER INSERT ON feedback FOR EACH ROW WHEN ((new.description ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('id', 'description');
CREATE TRIGGER files_update AFTER UPDATE OF description ON feedback FOR EACH ROW WHEN (((old.description IS DISTINCT FROM new.description) AND ((old.description ~~ '%/files/%'::text) OR (new.description ~~ '%/files/%'::text)))) EXECUTE FUNCTION track_file_uses('id', 'description');

create table feedback_context (
  workspace_id uuid not null,
  feedback_id uuid not null,
  customer_id uuid,
  source_url text,
  metadata jsonb,
  constraint feedback_context_pkey PRIMARY KEY (workspace_id, feedback_id),
  constraint feedback_context_source_url_check CHECK ((char_length(source_url) <= 2048)),
  constraint feedback_context_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id),
  constraint feedback_context_workspace_id_feedback_id_fkey FOREIGN KEY (workspace_id, feedback_id) REFERENCES feedback(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX feedback_context_customer ON feedback_context USING btree (workspace_id, customer_id);
CREATE TRIGGER files_submitter AFTER INSERT OR UPDATE OF customer_id ON feedback_context FOR EACH ROW WHEN ((new.customer_id IS NOT NULL)) EXECUTE FUNCTION track_submitter_files();

create table feedback_merges (
  workspace_id uuid not null,
  feedback_id uuid not null,
  into_id uuid not null,
  title text not null,
  snapshot jsonb not null,
  merged_by_type text not null,
  merged_by_id uuid,
  merged_at timestamp(3) with time zone not null,
  constraint feedback_merges_pkey PRIMARY KEY (workspace_id, feedback_id),
  constraint feedback_merges_merged_by_type_check CHECK ((merged_by_type = ANY (ARRAY['key'::text, 'app'::text, 'member'::text, 'customer'::text, 'system'::text]))),
  constraint feedback_merges_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200))),
  constraint feedback_merges_workspace_id_into_id_fkey FOREIGN KEY (workspace_id, into_id) REFERENCES feedback(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX feedback_merges_followers ON feedback_merges USING gin (((snapshot -> 'follows'::text)) jsonb_path_ops);
CREATE INDEX feedback_merges_into ON feedback_merges USING btree (workspace_id, into_id);
CREATE INDEX feedback_merges_submitter ON feedback_merges USING btree (workspace_id, (((snapshot -> 'context'::text) ->> 'customer_id'::text)));
CREATE INDEX feedback_merges_voters ON feedback_merges USING gin (((snapshot -> 'votes'::text)) jsonb_path_ops);
CREATE TRIGGER files_delete AFTER DELETE ON feedback_merges FOR EACH ROW WHEN (((old.snapshot)::text ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('feedback_id', 'snapshot');
CREATE TRIGGER files_insert AFTER INSERT ON feedback_merges FOR EACH ROW WHEN (((new.snapshot)::text ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('feedback_id', 'snapshot');
CREATE TRIGGER files_update AFTER UPDATE OF snapshot ON feedback_merges FOR EACH ROW WHEN (((old.snapshot IS DISTINCT FROM new.snapshot) AND (((old.snapshot)::text ~~ '%/files/%'::text) OR ((new.snapshot)::text ~~ '%/files/%'::text)))) EXECUTE FUNCTION track_file_uses('feedback_id', 'snapshot');

create table feedback_tags (
  workspace_id uuid not null,
  feedback_id uuid not null,
  tag_id uuid not null,
  constraint feedback_tags_pkey PRIMARY KEY (workspace_id, feedback_id, tag_id),
  constraint feedback_tags_workspace_id_feedback_id_fkey FOREIGN KEY (workspace_id, feedback_id) REFERENCES feedback(workspace_id, id) ON DELETE CASCADE,
  constraint feedback_tags_workspace_id_tag_id_fkey FOREIGN KEY (workspace_id, tag_id) REFERENCES tags(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX feedback_tags_tag ON feedback_tags USING btree (workspace_id, tag_id, feedback_id);

create table file_removals (
  workspace_id uuid not null,
  file_id uuid not null,
  due_at timestamp(3) with time zone not null,
  attempts integer default 0 not null,
  constraint file_removals_pkey PRIMARY KEY (workspace_id, file_id)
);
CREATE INDEX file_removals_due ON file_removals USING btree (due_at);

create table file_uses (
  workspace_id uuid not null,
  file_id uuid not null,
  source text not null,
  source_id uuid not null,
  constraint file_uses_pkey PRIMARY KEY (workspace_id, file_id, source, source_id),
  constraint file_uses_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES files(workspace_id, id) ON DELETE CASCADE,
  constraint file_uses_unused TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX file_uses_source ON file_uses USING btree (workspace_id, source, source_id);
CREATE CONSTRAINT TRIGGER file_uses_unused AFTER DELETE ON file_uses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION delete_unused_file();

create table files (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  content_type text not null,
  bytes integer not null,
  width integer,
  height integer,
  created_by_member uuid,
  created_by_customer uuid,
  created_at timestamp(3) with time zone not null,
  is_attached boolean default false not null,
  upload_key uuid,
  constraint files_pkey PRIMARY KEY (workspace_id, id),
  constraint files_bytes_check CHECK ((bytes > 0)),
  constraint files_check CHECK ((num_nonnulls(width, height) = ANY (ARRAY[0, 2]))),
  constraint files_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint files_workspace_id_created_by_customer_fkey FOREIGN KEY (workspace_id, created_by_customer) REFERENCES customers(workspace_id, id) ON DELETE SET NULL (created_by_customer),
  constraint files_workspace_id_created_by_member_fkey FOREIGN KEY (workspace_id, created_by_member) REFERENCES members(workspace_id, id) ON DELETE SET NULL (created_by_member),
  constraint files_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id) ON DELETE CASCADE
);
CREATE INDEX files_by_customer ON files USING btree (workspace_id, created_by_customer) WHERE (created_by_customer IS NOT NULL);
CREATE INDEX files_by_member ON files USING btree (workspace_id, created_by_member) WHERE (created_by_member IS NOT NULL);
CREATE INDEX files_unattached ON files USING btree (created_at) WHERE (NOT is_attached);
CREATE INDEX files_upload_key ON files USING btree (workspace_id, upload_key) WHERE (upload_key IS NOT NULL);
CREATE TRIGGER files_removal AFTER DELETE ON files FOR EACH ROW EXECUTE FUNCTION record_file_removal();

create table follows (
  workspace_id uuid not null,
  feedback_id uuid not null,
  customer_id uuid not null,
  is_following boolean not null,
  source text not null,
  created_at timestamp(3) with time zone not null,
  constraint follows_pkey PRIMARY KEY (workspace_id, feedback_id, customer_id),
  constraint follows_source_check CHECK ((source = ANY (ARRAY['button'::text, 'comment'::text]))),
  constraint follows_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint follows_workspace_id_feedback_id_fkey FOREIGN KEY (workspace_id, feedback_id) REFERENCES feedback(workspace_id, id) ON DELETE CASCADE,
  constraint follows_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX follows_customer ON follows USING btree (workspace_id, customer_id);

create table idempotency_leases (
  workspace_id uuid not null,
  operation text not null,
  key text not null,
  lease_id uuid not null,
  leased_until timestamp(3) with time zone not null,
  constraint idempotency_leases_pkey PRIMARY KEY (workspace_id, operation, key),
  constraint idempotency_leases_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX idempotency_leases_expiry ON idempotency_leases USING btree (leased_until);

create table idempotency_records (
  workspace_id uuid not null,
  operation text not null,
  key text not null,
  status smallint not null,
  body text not null,
  created_at timestamp(3) with time zone not null,
  constraint idempotency_records_pkey PRIMARY KEY (workspace_id, operation, key),
  constraint idempotency_records_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX idempotency_records_age ON idempotency_records USING btree (created_at);

create table import_changes (
  workspace_id uuid not null,
  import_id uuid not null,
  resource text not null,
  source_id text not null,
  target_id uuid not null,
  before jsonb not null,
  after jsonb not null,
  earlier_fields jsonb not null,
  created_at timestamp(3) with time zone not null,
  constraint import_changes_pkey PRIMARY KEY (workspace_id, import_id, resource, source_id),
  constraint import_changes_workspace_id_import_id_fkey FOREIGN KEY (workspace_id, import_id) REFERENCES imports(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX import_changes_age ON import_changes USING btree (created_at);

create table import_problems (
  workspace_id uuid not null,
  import_id uuid not null,
  "position" integer not null,
  file text,
  line bigint,
  "column" text,
  reason text not null,
  is_refused boolean not null,
  constraint import_problems_pkey PRIMARY KEY (workspace_id, import_id, "position"),
  constraint import_problems_column_check CHECK ((char_length("column") <= 300)),
  constraint import_problems_reason_check CHECK ((char_length(reason) <= 500)),
  constraint import_problems_workspace_id_import_id_fkey FOREIGN KEY (workspace_id, import_id) REFERENCES imports(workspace_id, id) ON DELETE CASCADE
);

create table imported_records (
  workspace_id uuid not null,
  source text not null,
  resource text not null,
  source_id text not null,
  target_id uuid not null,
  import_id uuid,
  fields jsonb default '{}'::jsonb not null,
  parent_source_id text,
  constraint imported_records_pkey PRIMARY KEY (workspace_id, source, resource, source_id),
  constraint imported_records_parent_source_id_check CHECK (((char_length(parent_source_id) >= 1) AND (char_length(parent_source_id) <= 255))),
  constraint imported_records_resource_check CHECK ((resource = ANY (ARRAY['boards'::text, 'customers'::text, 'companies'::text, 'tags'::text, 'feedback'::text, 'comments'::text, 'changelog'::text]))),
  constraint imported_records_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 32))),
  constraint imported_records_source_id_check CHECK (((char_length(source_id) >= 1) AND (char_length(source_id) <= 255))),
  constraint imported_records_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX imported_records_customer ON imported_records USING btree (workspace_id, target_id) WHERE (resource = 'customers'::text);
CREATE INDEX imported_records_import ON imported_records USING btree (workspace_id, import_id, resource, source_id) WHERE (import_id IS NOT NULL);
CREATE INDEX imported_records_replies ON imported_records USING btree (workspace_id, source, source_id) WHERE (parent_source_id IS NOT NULL);

create table imported_votes (
  workspace_id uuid not null,
  feedback_id uuid not null,
  customer_id uuid not null,
  import_id uuid not null,
  constraint imported_votes_pkey PRIMARY KEY (workspace_id, feedback_id, customer_id),
  constraint imported_votes_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint imported_votes_workspace_id_feedback_id_fkey FOREIGN KEY (workspace_id, feedback_id) REFERENCES feedback(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX imported_votes_customer ON imported_votes USING btree (workspace_id, customer_id);

create table imports (
  workspace_id uuid not null,
  id uuid not null,
  source text not null,
  name text not null,
  state text not null,
  options jsonb default '{}'::jsonb not null,
  fingerprint text,
  "position" bigint default 0 not null,
  total bigint,
  counts jsonb default '{}'::jsonb not null,
  problem_count integer default 0 not null,
  error text,
  credential bytea,
  started_by_type text not null,
  started_by_id uuid,
  created_at timestamp(3) with time zone not null,
  active_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  undone_at timestamp(3) with time zone,
  downloaded integer,
  undo_deleted integer default 0 not null,
  undo_restored integer default 0 not null,
  undo_kept integer default 0 not null,
  constraint imports_pkey PRIMARY KEY (workspace_id, id),
  constraint imports_downloaded_check CHECK ((downloaded >= 0)),
  constraint imports_error_check CHECK ((char_length(error) <= 2000)),
  constraint imports_fingerprint_check CHECK ((char_length(fingerprint) = 64)),
  constraint imports_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 300))),
  constraint imports_position_check CHECK (("position" >= 0)),
  constraint imports_problem_count_check CHECK ((problem_count >= 0)),
  constraint imports_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 32))),
  constraint imports_started_by_type_check CHECK ((started_by_type = ANY (ARRAY['key'::text, 'member'::text, 'system'::text]))),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'checking'::text, 'checked'::text, 'running'::text, 'finished'::text, 'failed'::text, 'undoing'::text, 'undone'::text]))),
  constraint imports_total_check CHECK ((total >= 0)),
  constraint imports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX imports_newest ON imports USING btree (workspace_id, created_at DESC, id DESC);

create table invitations (
  workspace_id uuid not null,
  id uuid not null,
  email text not null,
  role text not null,
  hash bytea not null,
  mailed_hash bytea,
  invited_by_type text not null,
  invited_by_id uuid,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint invitations_pkey PRIMARY KEY (workspace_id, id),
  constraint invitations_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
  constraint invitations_hash_check CHECK ((octet_length(hash) = 32)),
  constraint invitations_invited_by_type_check CHECK ((invited_by_type = ANY (ARRAY['key'::text, 'app'::text, 'member'::text, 'customer'::text, 'system'::text]))),
  constraint invitations_mailed_hash_check CHECK ((octet_length(mailed_hash) = 32)),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text]))),
  constraint invitations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE UNIQUE INDEX invitations_email ON invitations USING btree (workspace_id, lower(email));
CREATE INDEX invitations_expires_at ON invitations USING btree (expires_at);
CREATE UNIQUE INDEX invitations_hash ON invitations USING btree (hash);
CREATE UNIQUE INDEX invitations_mailed_hash ON invitations USING btree (mailed_hash);

create table member_mails (
  workspace_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  state text not null,
  due_at timestamp(3) with time zone not null,
  attempts integer default 0 not null,
  first_tried_at timestamp(3) with time zone,
  error text,
  review_after timestamp(3) with time zone,
  review_through timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint member_mails_pkey PRIMARY KEY (workspace_id, id),
  constraint member_mails_check CHECK (((ended_at IS NOT NULL) = (state = ANY (ARRAY['sent'::text, 'failed'::text, 'suppressed'::text])))),
  constraint member_mails_state_check CHECK ((state = ANY (ARRAY['due'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'suppressed'::text]))),
  constraint member_mails_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX member_mails_ended ON member_mails USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX member_mails_member ON member_mails USING btree (workspace_id, member_id);
CREATE INDEX member_mails_open ON member_mails USING btree (due_at) WHERE (state = ANY (ARRAY['due'::text, 'sending'::text]));

create table member_notifications (
  workspace_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  kind text not null,
  feedback_id uuid,
  comment_id uuid,
  actor_type text not null,
  actor_id uuid,
  created_at timestamp(3) with time zone not null,
  read_at timestamp(3) with time zone,
  mail_due_at timestamp(3) with time zone,
  mail_id uuid,
  entry_id uuid,
  constraint member_notifications_pkey PRIMARY KEY (workspace_id, id),
  constraint member_notifications_actor_id_check CHECK (((actor_type = ANY (ARRAY['key'::text, 'app'::text, 'member'::text])) OR (actor_id IS NULL))),
  constraint member_notifications_actor_type_check CHECK ((actor_type = ANY (ARRAY['key'::text, 'app'::text, 'member'::text, 'customer'::text, 'system'::text]))),
  constraint member_notifications_check CHECK (((kind = 'assigned'::text) = (comment_id IS NULL))),
  constraint member_notifications_check2 CHECK ((num_nonnulls(feedback_id, entry_id) = 1)),
  constraint member_notifications_check3 CHECK (((entry_id IS NULL) OR (kind = ANY (ARRAY['mentioned'::text, 'reply'::text])))),
  constraint member_notifications_kind_check CHECK ((kind = ANY (ARRAY['assigned'::text, 'mentioned'::text, 'reply'::text]))),
  constraint member_notifications_workspace_id_comment_id_fkey FOREIGN KEY (workspace_id, comment_id) REFERENCES comments(workspace_id, id) ON DELETE CASCADE,
  constraint member_notifications_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES changelog_entries(workspace_id, id) ON DELETE CASCADE,
  constraint member_notifications_workspace_id_feedback_id_fkey FOREIGN KEY (workspace_id, feedback_id) REFERENCES feedback(workspace_id, id) ON DELETE CASCADE,
  constraint member_notifications_workspace_id_mail_id_fkey FOREIGN KEY (workspace_id, mail_id) REFERENCES member_mails(workspace_id, id) ON DELETE SET NULL (mail_id),
  constraint member_notifications_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX member_notifications_assigned ON member_notifications USING btree (workspace_id, feedback_id, member_id) WHERE (kind = 'assigned'::text);
CREATE UNIQUE INDEX member_notifications_comment ON member_notifications USING btree (workspace_id, comment_id, member_id) WHERE (comment_id IS NOT NULL);
CREATE INDEX member_notifications_created ON member_notifications USING btree (created_at);
CREATE INDEX member_notifications_entry ON member_notifications USING btree (workspace_id, entry_id, member_id, created_at DESC, id DESC) WHERE (entry_id IS NOT NULL);
CREATE INDEX member_notifications_mail ON member_notifications USING btree (workspace_id, mail_id) WHERE (mail_id IS NOT NULL);
CREATE INDEX member_notifications_mail_due ON member_notifications USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);
CREATE INDEX member_notifications_newest ON member_notifications USING btree (workspace_id, member_id, created_at DESC, id DESC);
CREATE INDEX member_notifications_read ON member_notifications USING btree (read_at) WHERE (read_at IS NOT NULL);
CREATE INDEX member_notifications_request ON member_notifications USING btree (workspace_id, feedback_id, member_id, created_at DESC, id DESC);
CREATE INDEX member_notifications_unread ON member_notifications USING btree (workspace_id, member_id, created_at DESC, id DESC) WHERE (read_at IS NULL);

create table members (
  workspace_id uuid not null,
  id uuid not null,
  email text not null,
  role text not null,
  account_id uuid,
  joined_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  mails_assigned text default 'immediately'::text not null,
  mails_mentions text default 'immediately'::text not null,
  mails_replies text default 'daily'::text not null,
  mails_review text default 'off'::text not null,
  shows_review boolean default false not null,
  review_read_at timestamp(3) with time zone,
  review_mailed_at timestamp(3) with time zone,
  review_mail_due_at timestamp(3) with time zone,
  weekly_digest boolean,
  weekly_digest_sent_on date,
  awaits_invitation boolean default false not null,
  imported_name text,
  constraint members_pkey PRIMARY KEY (workspace_id, id),
  constraint members_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
  constraint members_imported_name_check CHECK (((char_length(imported_name) >= 1) AND (char_length(imported_name) <= 100))),
  constraint members_mails_assigned_check CHECK ((mails_assigned = ANY (ARRAY['immediately'::text, 'daily'::text, 'weekly'::text, 'off'::text]))),
  constraint members_mails_mentions_check CHECK ((mails_mentions = ANY (ARRAY['immediately'::text, 'daily'::text, 'weekly'::text, 'off'::text]))),
  constraint members_mails_replies_check CHECK ((mails_replies = ANY (ARRAY['immediately'::text, 'daily'::text, 'weekly'::text, 'off'::text]))),
  constraint members_mails_review_check CHECK ((mails_review = ANY (ARRAY['immediately'::text, 'daily'::text, 'weekly'::text, 'off'::text]))),
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text]))),
  constraint members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE UNIQUE INDEX members_account ON members USING btree (workspace_id, account_id) WHERE (account_id IS NOT NULL);
CREATE UNIQUE INDEX members_email ON members USING btree (workspace_id, lower(email));
CREATE INDEX members_of_account ON members USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX members_review_mail_due ON members USING btree (review_mail_due_at) WHERE (review_mail_due_at IS NOT NULL);
CREATE INDEX members_unclaimed ON members USING btree (lower(email)) WHERE (account_id IS NULL);

create table notification_deliveries (
  workspace_id uuid not null,
  entry_id uuid,
  digest_id uuid,
  customer_id uuid not null,
  state text not null,
  attempts smallint default 0 not null,
  first_tried_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone not null,
  error text,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  includes_stage boolean,
  reply_ids uuid[],
  constraint notification_deliveries_attempts_check CHECK ((attempts >= 0)),
  constraint notification_deliveries_check CHECK ((num_nonnulls(entry_id, digest_id) = 1)),
  constraint notification_deliveries_check1 CHECK (((state = ANY (ARRAY['sent'::text, 'failed'::text, 'suppressed'::text])) = (ended_at IS NOT NULL))),
  constraint notification_deliveries_error_check CHECK ((char_length(error) <= 500)),
  constraint notification_deliveries_state_check CHECK ((state = ANY (ARRAY['due'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'suppressed'::text]))),
  constraint notification_deliveries_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint notification_deliveries_workspace_id_digest_id_fkey FOREIGN KEY (workspace_id, digest_id) REFERENCES notification_digests(workspace_id, id) ON DELETE CASCADE,
  constraint notification_deliveries_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES changelog_entries(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX notification_deliveries_customer ON notification_deliveries USING btree (workspace_id, customer_id);
CREATE UNIQUE INDEX notification_deliveries_digest ON notification_deliveries USING btree (workspace_id, digest_id, customer_id) WHERE (digest_id IS NOT NULL);
CREATE INDEX notification_deliveries_ended ON notification_deliveries USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX notification_deliveries_entry ON notification_deliveries USING btree (workspace_id, entry_id, customer_id) WHERE (entry_id IS NOT NULL);
CREATE INDEX notification_deliveries_open ON notification_deliveries USING btree (due_at) WHERE (state = ANY (ARRAY['due'::text, 'sending'::text]));

create table notification_digests (
  workspace_id uuid not null,
  id uuid not null,
  feedback_id uuid not null,
  from_stage text,
  stage text,
  created_at timestamp(3) with time zone not null,
  fanout_cursor uuid,
  fanout_batches integer default 0 not null,
  fanned_out_at timestamp(3) with time zone,
  note text,
  request_ids text[] default '{}'::text[] not null,
  stage_request_id text,
  told_of_stage integer default 0 not null,
  told_of_replies jsonb default '{}'::jsonb not null,
  constraint notification_digests_pkey PRIMARY KEY (workspace_id, id),
  constraint notification_digests_from_stage_check CHECK ((from_stage = ANY (ARRAY['pending'::text, 'in_review'::text, 'planned'::text, 'in_progress'::text, 'completed'::text, 'closed'::text]))),
  constraint notification_digests_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 500))),
  constraint notification_digests_stage_check CHECK ((stage = ANY (ARRAY['in_review'::text, 'planned'::text, 'in_progress'::text, 'completed'::text, 'closed'::text]))),
  constraint notification_digests_workspace_id_feedback_id_fkey FOREIGN KEY (workspace_id, feedback_id) REFERENCES feedback(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX notification_digests_fanned_out ON notification_digests USING btree (fanned_out_at) WHERE (fanned_out_at IS NOT NULL);
CREATE INDEX notification_digests_feedback ON notification_digests USING btree (workspace_id, feedback_id, created_at DESC);
CREATE INDEX notification_digests_pending_fanout ON notification_digests USING btree (created_at) WHERE (fanned_out_at IS NULL);

create table notification_events (
  workspace_id uuid not null,
  id uuid not null,
  feedback_id uuid not null,
  kind text not null,
  from_stage text,
  comment_id uuid,
  due_at timestamp(3) with time zone not null,
  digest_id uuid,
  created_at timestamp(3) with time zone not null,
  to_stage text,
  note text,
  request_id text,
  notify boolean default true not null,
  actor_type text,
  actor_id uuid,
  constraint notification_events_pkey PRIMARY KEY (workspace_id, id),
  constraint notification_events_actor_type_check CHECK ((actor_type = ANY (ARRAY['key'::text, 'app'::text, 'member'::text, 'customer'::text, 'system'::text]))),
  constraint notification_events_check CHECK (
CASE kind
    WHEN 'stage'::text THEN ((from_stage IS NOT NULL) AND (comment_id IS NULL) AND (digest_id IS NULL))
    ELSE ((from_stage IS NULL) AND (comment_id IS NOT NULL))
END),
  constraint notification_events_check1 CHECK (((kind = 'stage'::text) OR ((to_stage IS NULL) AND (note IS NULL)))),
  constraint notification_events_from_stage_check CHECK ((from_stage = ANY (ARRAY['pending'::text, 'in_review'::text, 'planned'::text, 'in_progress'::text, 'completed'::text, 'closed'::text]))),
  constraint notification_events_kind_check CHECK ((kind = ANY (ARRAY['stage'::text, 'reply'::text]))),
  constraint notification_events_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 500))),
  constraint notification_events_to_stage_check CHECK ((to_stage = ANY (ARRAY['pending'::text, 'in_review'::text, 'planned'::text, 'in_progress'::text, 'completed'::text, 'closed'::text]))),
  constraint notification_events_workspace_id_comment_id_fkey FOREIGN KEY (workspace_id, comment_id) REFERENCES comments(workspace_id, id) ON DELETE CASCADE,
  constraint notification_events_workspace_id_digest_id_fkey FOREIGN KEY (workspace_id, digest_id) REFERENCES notification_digests(workspace_id, id) ON DELETE CASCADE,
  constraint notification_events_workspace_id_feedback_id_fkey FOREIGN KEY (workspace_id, feedback_id) REFERENCES feedback(workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX notification_events_comment ON notification_events USING btree (workspace_id, comment_id) WHERE (comment_id IS NOT NULL);
CREATE INDEX notification_events_digest ON notification_events USING btree (workspace_id, digest_id) WHERE (digest_id IS NOT NULL);
CREATE INDEX notification_events_due ON notification_events USING btree (due_at) WHERE (digest_id IS NULL);
CREATE INDEX notification_events_feedback ON notification_events USING btree (workspace_id, feedback_id);
CREATE INDEX notification_events_request ON notification_events USING btree (workspace_id, request_id) WHERE ((digest_id IS NULL) AND (request_id IS NOT NULL));

create table pending_comments (
  workspace_id uuid not null,
  id uuid not null,
  feedback_id uuid,
  entry_id uuid,
  parent_id uuid,
  body text not null,
  customer_id uuid,
  status text not null,
  created_at timestamp(3) with time zone not null,
  reviewed_at timestamp(3) with time zone,
  constraint pending_comments_pkey PRIMARY KEY (workspace_id, id),
  constraint pending_comments_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 10000))),
  constraint pending_comments_check CHECK ((num_nonnulls(feedback_id, entry_id) = 1)),
  constraint pending_comments_check1 CHECK (((status = 'pending'::text) = (reviewed_at IS NULL))),
  constraint pending_comments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'rejected'::text, 'spam'::text]))),
  constraint pending_comments_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id),
  constraint pending_comments_workspace_id_entry_id_fkey FOREIGN KEY (workspace_id, entry_id) REFERENCES changelog_entries(workspace_id, id) ON DELETE CASCADE,
  constraint pending_comments_workspace_id_feedback_id_fkey FOREIGN KEY (workspace_id, feedback_id) REFERENCES feedback(workspace_id, id) ON DELETE CASCADE,
  constraint pending_comments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id),
  constraint pending_comments_workspace_id_parent_id_fkey FOREIGN KEY (workspace_id, parent_id) REFERENCES comments(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX pending_comments_customer ON pending_comments USING btree (workspace_id, customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX pending_comments_of_entry ON pending_comments USING btree (workspace_id, entry_id) WHERE (entry_id IS NOT NULL);
CREATE INDEX pending_comments_of_feedback ON pending_comments USING btree (workspace_id, feedback_id) WHERE (feedback_id IS NOT NULL);
CREATE INDEX pending_comments_parent ON pending_comments USING btree (workspace_id, parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX pending_comments_queue ON pending_comments USING btree (workspace_id, created_at, id) WHERE (status = 'pending'::text);
CREATE TRIGGER files_delete AFTER DELETE ON pending_comments FOR EACH ROW WHEN ((old.body ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('id', 'body');
CREATE TRIGGER files_insert AFTER INSERT ON pending_comments FOR EACH ROW WHEN ((new.body ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('id', 'body');
CREATE TRIGGER files_update AFTER UPDATE OF body ON pending_comments FOR EACH ROW WHEN (((old.body IS DISTINCT FROM new.body) AND ((old.body ~~ '%/files/%'::text) OR (new.body ~~ '%/files/%'::text)))) EXECUTE FUNCTION track_file_uses('id', 'body');

create table pending_edits (
  workspace_id uuid not null,
  id uuid not null,
  feedback_id uuid,
  comment_id uuid,
  customer_id uuid not null,
  title text,
  body text not null,
  status text not null,
  created_at timestamp(3) with time zone not null,
  reviewed_at timestamp(3) with time zone,
  constraint pending_edits_pkey PRIMARY KEY (workspace_id, id),
  constraint pending_edits_body_check CHECK ((char_length(body) <= 10000)),
  constraint pending_edits_check CHECK ((num_nonnulls(feedback_id, comment_id) = 1)),
  constraint pending_edits_check1 CHECK (((title IS NULL) = (feedback_id IS NULL))),
  constraint pending_edits_check2 CHECK (((status = 'pending'::text) = (reviewed_at IS NULL))),
  constraint pending_edits_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
  constraint pending_edits_title_check CHECK ((char_length(title) <= 200)),
  constraint pending_edits_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint pending_edits_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE UNIQUE INDEX pending_edits_comment ON pending_edits USING btree (workspace_id, comment_id) WHERE ((status = 'pending'::text) AND (comment_id IS NOT NULL));
CREATE INDEX pending_edits_customer ON pending_edits USING btree (workspace_id, customer_id);
CREATE UNIQUE INDEX pending_edits_feedback ON pending_edits USING btree (workspace_id, feedback_id) WHERE ((status = 'pending'::text) AND (feedback_id IS NOT NULL));
CREATE INDEX pending_edits_queue ON pending_edits USING btree (workspace_id, created_at, id) WHERE (status = 'pending'::text);
CREATE TRIGGER files_delete AFTER DELETE ON pending_edits FOR EACH ROW WHEN ((old.body ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('id', 'body');
CREATE TRIGGER files_insert AFTER INSERT ON pending_edits FOR EACH ROW WHEN ((new.body ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('id', 'body');
CREATE TRIGGER files_update AFTER UPDATE OF body ON pending_edits FOR EACH ROW WHEN (((old.body IS DISTINCT FROM new.body) AND ((old.body ~~ '%/files/%'::text) OR (new.body ~~ '%/files/%'::text)))) EXECUTE FUNCTION track_file_uses('id', 'body');

create table portal_domains (
  workspace_id uuid not null,
  host text not null,
  token text not null,
  verified_at timestamp(3) with time zone,
  checked_at timestamp(3) with time zone,
  served_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint portal_domains_pkey PRIMARY KEY (workspace_id),
  constraint portal_domains_host_check CHECK ((host ~ '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$'::text)),
  constraint portal_domains_token_check CHECK (((char_length(token) >= 20) AND (char_length(token) <= 64))),
  constraint portal_domains_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX portal_domains_host ON portal_domains USING btree (host);

create table portal_sso_secrets (
  workspace_id uuid not null,
  id uuid not null,
  secret bytea not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  constraint portal_sso_secrets_pkey PRIMARY KEY (workspace_id, id),
  constraint portal_sso_secrets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE UNIQUE INDEX portal_sso_secrets_current ON portal_sso_secrets USING btree (workspace_id) WHERE (expires_at IS NULL);

create unlogged table rate_limit_windows (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limit_windows_pkey PRIMARY KEY (key)
);

create table report_evidence (
  workspace_id uuid not null,
  id uuid not null,
  kind text not null,
  thread_kind text not null,
  thread_id uuid not null,
  title text not null,
  body text not null,
  customer_id uuid not null,
  reasons jsonb not null,
  reported_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  dismissed_at timestamp(3) with time zone,
  constraint report_evidence_pkey PRIMARY KEY (workspace_id, id),
  constraint report_evidence_body_check CHECK ((char_length(body) <= 10000)),
  constraint report_evidence_kind_check CHECK ((kind = ANY (ARRAY['request'::text, 'comment'::text]))),
  constraint report_evidence_thread_kind_check CHECK ((thread_kind = ANY (ARRAY['request'::text, 'entry'::text]))),
  constraint report_evidence_title_check CHECK ((char_length(title) <= 500)),
  constraint report_evidence_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id) ON DELETE CASCADE,
  constraint report_evidence_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX report_evidence_customer ON report_evidence USING btree (workspace_id, customer_id);
CREATE INDEX report_evidence_open ON report_evidence USING btree (workspace_id, reported_at) WHERE (dismissed_at IS NULL);
CREATE TRIGGER files_delete AFTER DELETE ON report_evidence FOR EACH ROW WHEN ((old.body ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('id', 'body');
CREATE TRIGGER files_insert AFTER INSERT ON report_evidence FOR EACH ROW WHEN ((new.body ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('id', 'body');
CREATE TRIGGER files_update AFTER UPDATE OF body ON report_evidence FOR EACH ROW WHEN (((old.body IS DISTINCT FROM new.body) AND ((old.body ~~ '%/files/%'::text) OR (new.body ~~ '%/files/%'::text)))) EXECUTE FUNCTION track_file_uses('id', 'body');

create table roadmap_items (
  workspace_id uuid not null,
  id uuid not null,
  feedback_id uuid not null,
  title text not null,
  description text not null,
  status text not null,
  sort_order double precision not null,
  target_precision text,
  target_date date,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint roadmap_items_pkey PRIMARY KEY (workspace_id, id),
  constraint roadmap_items_check CHECK (((target_precision IS NULL) = (target_date IS NULL))),
  constraint roadmap_items_description_check CHECK ((char_length(description) <= 10000)),
  constraint roadmap_items_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'in_progress'::text, 'done'::text, 'closed'::text]))),
  constraint roadmap_items_target_precision_check CHECK ((target_precision = ANY (ARRAY['quarter'::text, 'date'::text]))),
  constraint roadmap_items_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200))),
  constraint roadmap_items_workspace_id_feedback_id_fkey FOREIGN KEY (workspace_id, feedback_id) REFERENCES feedback(workspace_id, id) ON DELETE CASCADE,
  constraint roadmap_items_workspace_id_feedback_id_key UNIQUE (workspace_id, feedback_id)
);
CREATE INDEX roadmap_items_column ON roadmap_items USING btree (workspace_id, status, sort_order, id);
CREATE INDEX roadmap_items_order ON roadmap_items USING btree (workspace_id, sort_order, id);

create table saved_views (
  workspace_id uuid not null,
  id uuid not null,
  member_id uuid,
  created_by uuid,
  name text not null,
  query text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint saved_views_pkey PRIMARY KEY (workspace_id, id),
  constraint saved_views_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint saved_views_query_check CHECK ((char_length(query) <= 4000)),
  constraint saved_views_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES members(workspace_id, id) ON DELETE SET NULL (created_by),
  constraint saved_views_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id),
  constraint saved_views_workspace_id_member_id_fkey FOREIGN KEY (workspace_id, member_id) REFERENCES members(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX saved_views_of_member ON saved_views USING btree (workspace_id, member_id, name);

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp(3) with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table tags (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  color text not null,
  sort_name text collate "C" generated always as (lower(name)) stored not null,
  created_at timestamp(3) with time zone not null,
  constraint tags_pkey PRIMARY KEY (workspace_id, id),
  constraint tags_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
  constraint tags_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 50))),
  constraint tags_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE UNIQUE INDEX tags_name ON tags USING btree (workspace_id, sort_name);

create table tracker_connections (
  workspace_id uuid not null,
  id uuid not null,
  provider text not null,
  api_url text not null,
  credential bytea,
  credential_version integer default 1 not null,
  refreshing_until timestamp(3) with time zone,
  account_id text not null,
  account_name text not null,
  account_url text not null,
  team_id text,
  team_name text,
  project_id text,
  project_name text,
  label_ids text[] default '{}'::text[] not null,
  assignee_id text,
  priority smallint,
  stage_mapping jsonb default '{}'::jsonb not null,
  sends_context boolean default false not null,
  status text default 'connected'::text not null,
  status_reason text,
  checked_at timestamp(3) with time zone not null,
  rate_limited_until timestamp(3) with time zone,
  backoff_until timestamp(3) with time zone,
  poll_after timestamp(3) with time zone default now() not null,
  webhook_secret bytea,
  remote_webhook_id text,
  connected_by_type text not null,
  connected_by_id uuid,
  connected_at timestamp(3) with time zone not null,
  disconnected_at timestamp(3) with time zone,
  constraint tracker_connections_pkey PRIMARY KEY (workspace_id, id),
  constraint tracker_connections_api_url_check CHECK (((char_length(api_url) >= 8) AND (char_length(api_url) <= 2048))),
  constraint tracker_connections_check CHECK (((disconnected_at IS NULL) = (credential IS NOT NULL))),
  constraint tracker_connections_connected_by_type_check CHECK ((connected_by_type = ANY (ARRAY['key'::text, 'app'::text, 'member'::text, 'system'::text]))),
  constraint tracker_connections_priority_check CHECK (((priority >= 0) AND (priority <= 4))),
  constraint tracker_connections_provider_check CHECK ((provider = ANY (ARRAY['linear'::text, 'github'::text, 'jira'::text]))),
  constraint tracker_connections_status_check CHECK ((status = ANY (ARRAY['connected'::text, 'revoked'::text, 'stale'::text]))),
  constraint tracker_connections_status_reason_check CHECK ((char_length(status_reason) <= 500)),
  constraint tracker_connections_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE UNIQUE INDEX tracker_connections_current ON tracker_connections USING btree (workspace_id) WHERE (disconnected_at IS NULL);
CREATE INDEX tracker_connections_poll ON tracker_connections USING btree (poll_after) WHERE (disconnected_at IS NULL);
CREATE UNIQUE INDEX tracker_connections_webhook ON tracker_connections USING btree (id);

create table tracker_links (
  workspace_id uuid not null,
  id uuid not null,
  feedback_id uuid not null,
  connection_id uuid not null,
  state text not null,
  team_id text,
  claim uuid,
  claimed_until timestamp(3) with time zone,
  first_attempt_at timestamp(3) with time zone,
  last_attempt_at timestamp(3) with time zone,
  outcome_unknown_until timestamp(3) with time zone,
  issue_id text,
  identifier text,
  url text,
  remote_title text,
  remote_state text,
  remote_state_type text,
  checked_at timestamp(3) with time zone,
  poll_after timestamp(3) without time zone generated always as (((checked_at AT TIME ZONE 'UTC'::text) +
CASE
    WHEN (remote_state_type = ANY (ARRAY['completed'::text, 'canceled'::text])) THEN '24:00:00'::interval
    ELSE '00:15:00'::interval
END)) stored,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  end_reason text,
  constraint tracker_links_pkey PRIMARY KEY (workspace_id, id),
  constraint tracker_links_check CHECK (((state = 'creating'::text) OR (num_nulls(issue_id, identifier, url, remote_title, remote_state, remote_state_type) = 0))),
  constraint tracker_links_check1 CHECK (((state = 'ended'::text) = (ended_at IS NOT NULL))),
  constraint tracker_links_check2 CHECK (((state = 'ended'::text) = (end_reason IS NOT NULL))),
  constraint tracker_links_end_reason_check CHECK ((end_reason = ANY (ARRAY['gone'::text, 'replaced'::text]))),
  constraint tracker_links_remote_state_type_check CHECK ((remote_state_type = ANY (ARRAY['backlog'::text, 'unstarted'::text, 'started'::text, 'completed'::text, 'canceled'::text]))),
  constraint tracker_links_state_check CHECK ((state = ANY (ARRAY['creating'::text, 'active'::text, 'ended'::text]))),
  constraint tracker_links_workspace_id_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES tracker_connections(workspace_id, id),
  constraint tracker_links_workspace_id_feedback_id_fkey FOREIGN KEY (workspace_id, feedback_id) REFERENCES feedback(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX tracker_links_creating ON tracker_links USING btree (workspace_id, connection_id, created_at) WHERE (state = 'creating'::text);
CREATE INDEX tracker_links_feedback ON tracker_links USING btree (workspace_id, feedback_id);
CREATE INDEX tracker_links_identifier ON tracker_links USING btree (workspace_id, lower(identifier)) WHERE (identifier IS NOT NULL);
CREATE UNIQUE INDEX tracker_links_issue ON tracker_links USING btree (workspace_id, connection_id, issue_id) WHERE (state = 'active'::text);
CREATE UNIQUE INDEX tracker_links_open ON tracker_links USING btree (workspace_id, feedback_id) WHERE (state <> 'ended'::text);
CREATE INDEX tracker_links_poll ON tracker_links USING btree (workspace_id, connection_id, poll_after) WHERE (state = 'active'::text);
CREATE INDEX tracker_links_url ON tracker_links USING btree (workspace_id, lower(url)) WHERE (url IS NOT NULL);

create table tracker_webhook_deliveries (
  workspace_id uuid not null,
  connection_id uuid not null,
  delivery_hash bytea not null,
  received_at timestamp(3) with time zone not null,
  constraint tracker_webhook_deliveries_pkey PRIMARY KEY (workspace_id, connection_id, delivery_hash),
  constraint tracker_webhook_deliveries_workspace_id_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES tracker_connections(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX tracker_webhook_deliveries_age ON tracker_webhook_deliveries USING btree (received_at);

create table votes (
  workspace_id uuid not null,
  feedback_id uuid not null,
  customer_id uuid not null,
  created_at timestamp(3) with time zone not null,
  constraint votes_pkey PRIMARY KEY (workspace_id, feedback_id, customer_id),
  constraint votes_workspace_id_customer_id_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers(workspace_id, id),
  constraint votes_workspace_id_feedback_id_fkey FOREIGN KEY (workspace_id, feedback_id) REFERENCES feedback(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX votes_by_created_at ON votes USING btree (workspace_id, created_at);
CREATE INDEX votes_of_customer ON votes USING btree (workspace_id, customer_id, created_at, feedback_id);
CREATE INDEX votes_of_feedback ON votes USING btree (workspace_id, feedback_id, created_at, customer_id);

create table webhook_deliveries (
  workspace_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  status text default 'pending'::text not null,
  next_attempt_at timestamp(3) with time zone,
  attempt_count smallint default 0 not null,
  attempts jsonb default '[]'::jsonb not null,
  created_at timestamp(3) with time zone not null,
  event_count integer default 1 not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (workspace_id, id),
  constraint webhook_deliveries_check CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint webhook_deliveries_event_count_check CHECK ((event_count > 0)),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'skipped'::text]))),
  constraint webhook_deliveries_workspace_id_webhook_id_fkey FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (workspace_id, webhook_id, next_attempt_at) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries USING btree (workspace_id, event_id) WHERE (attempt_count > 0);
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries USING btree (workspace_id, webhook_id, created_at, id) WHERE (status = 'failed'::text);
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries USING btree (workspace_id, webhook_id, created_at, id);

create table webhooks (
  workspace_id uuid not null,
  id uuid not null,
  url text not null,
  description text not null,
  events text[] not null,
  disabled_reason text,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamp(3) with time zone,
  last_event_id uuid not null,
  last_sequence bigint not null,
  fanned_out_at timestamp(3) with time zone,
  next_attempt_at timestamp(3) with time zone,
  last_success_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  provider text,
  board_ids uuid[] default '{}'::uuid[] not null,
  constraint webhooks_pkey PRIMARY KEY (workspace_id, id),
  constraint webhooks_check CHECK (((previous_secret IS NULL) = (previous_secret_expires_at IS NULL))),
  constraint webhooks_description_check CHECK ((char_length(description) <= 300)),
  constraint webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['manual'::text, 'gone'::text, 'failing'::text]))),
  constraint webhooks_events_check CHECK ((cardinality(events) > 0)),
  constraint webhooks_provider_check CHECK ((provider = ANY (ARRAY['slack'::text, 'discord'::text, 'teams'::text]))),
  constraint webhooks_url_check CHECK ((char_length(url) <= 2000)),
  constraint webhooks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id)
);
CREATE INDEX webhooks_due ON webhooks USING btree (next_attempt_at) WHERE ((next_attempt_at IS NOT NULL) AND (disabled_reason IS NULL));

create table workspace_usage (
  workspace_id uuid not null,
  tracked_customers integer default 0 not null,
  constraint workspace_usage_pkey PRIMARY KEY (workspace_id),
  constraint workspace_usage_tracked_customers_check CHECK ((tracked_customers >= 0)),
  constraint workspace_usage_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(workspace_id) ON DELETE CASCADE
);
CREATE TRIGGER workspace_update AFTER INSERT OR UPDATE OF tracked_customers ON workspace_usage FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION copy_tracked_customers_to_workspace();

create table workspaces (
  workspace_id uuid not null,
  slug text not null,
  name text not null,
  plan text not null,
  tracked_customers integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  time_zone text default 'UTC'::text not null,
  logo_url text,
  accent_color text,
  sender_name text,
  reply_to text,
  portal_access text default 'public'::text not null,
  portal_shows_requests boolean default true not null,
  portal_shows_roadmap boolean default true not null,
  portal_shows_changelog boolean default true not null,
  portal_host text,
  widget_origins text[] default '{}'::text[] not null,
  widget_generation integer default 1 not null,
  portal_allowed_domains text[] default '{}'::text[] not null,
  portal_allowed_emails text[] default '{}'::text[] not null,
  privacy_url text,
  terms_url text,
  imprint_url text,
  retention_inactive_months smallint,
  retention_visitor_days smallint,
  retention_context_months smallint,
  portal_shows_given_names boolean default false not null,
  portal_shows_branding boolean default true not null,
  notifies_stages boolean default true not null,
  notifies_approvals boolean default true not null,
  notifies_replies boolean default true not null,
  stage_label_in_review text,
  stage_label_planned text,
  stage_label_in_progress text,
  stage_label_completed text,
  stage_label_closed text,
  sends_weekly_digest boolean default true not null,
  weekly_digest_enqueued_on date,
  skipped_setup_steps text[] default '{}'::text[] not null,
  notifies_publications boolean default true not null,
  constraint workspaces_pkey PRIMARY KEY (workspace_id),
  constraint workspaces_accent_color_check CHECK ((accent_color ~ '^#[0-9a-f]{6}$'::text)),
  constraint workspaces_imprint_url_check CHECK ((char_length(imprint_url) <= 2048)),
  constraint workspaces_logo_url_check CHECK ((char_length(logo_url) <= 2048)),
  constraint workspaces_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint workspaces_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'starter'::text, 'growth'::text]))),
  constraint workspaces_portal_access_check CHECK ((portal_access = ANY (ARRAY['public'::text, 'private'::text]))),
  constraint workspaces_portal_allowed_domains_check CHECK ((cardinality(portal_allowed_domains) <= 100)),
  constraint workspaces_portal_allowed_emails_check CHECK ((cardinality(portal_allowed_emails) <= 1000)),
  constraint workspaces_portal_host_check CHECK ((portal_host ~ '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$'::text)),
  constraint workspaces_privacy_url_check CHECK ((char_length(privacy_url) <= 2048)),
  constraint workspaces_reply_to_check CHECK (((char_length(reply_to) >= 3) AND (char_length(reply_to) <= 254))),
  constraint workspaces_retention_context_months_check CHECK (((retention_context_months >= 1) AND (retention_context_months <= 120))),
  constraint workspaces_retention_inactive_months_check CHECK (((retention_inactive_months >= 1) AND (retention_inactive_months <= 120))),
  constraint workspaces_retention_visitor_days_check CHECK (((retention_visitor_days >= 1) AND (retention_visitor_days <= 3650))),
  constraint workspaces_sender_name_check CHECK (((char_length(sender_name) >= 1) AND (char_length(sender_name) <= 100))),
  constraint workspaces_skipped_setup_steps_check CHECK ((skipped_setup_steps <@ ARRAY['feedback'::text, 'import'::text, 'apiKey'::text, 'portal'::text, 'teammate'::text, 'roadmap'::text, 'changelogPublished'::text, 'tracker'::text, 'email'::text])),
  constraint workspaces_slug_check CHECK ((slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text)),
  constraint workspaces_stage_label_closed_check CHECK (((char_length(stage_label_closed) >= 1) AND (char_length(stage_label_closed) <= 40))),
  constraint workspaces_stage_label_completed_check CHECK (((char_length(stage_label_completed) >= 1) AND (char_length(stage_label_completed) <= 40))),
  constraint workspaces_stage_label_in_progress_check CHECK (((char_length(stage_label_in_progress) >= 1) AND (char_length(stage_label_in_progress) <= 40))),
  constraint workspaces_stage_label_in_review_check CHECK (((char_length(stage_label_in_review) >= 1) AND (char_length(stage_label_in_review) <= 40))),
  constraint workspaces_stage_label_planned_check CHECK (((char_length(stage_label_planned) >= 1) AND (char_length(stage_label_planned) <= 40))),
  constraint workspaces_terms_url_check CHECK ((char_length(terms_url) <= 2048)),
  constraint workspaces_time_zone_check CHECK (((char_length(time_zone) >= 1) AND (char_length(time_zone) <= 64))),
  constraint workspaces_tracked_customers_check CHECK ((tracked_customers >= 0)),
  constraint workspaces_widget_origins_check CHECK ((cardinality(widget_origins) <= 50)),
  constraint workspaces_slug_key UNIQUE (slug)
);
CREATE UNIQUE INDEX workspaces_portal_host ON workspaces USING btree (portal_host) WHERE (portal_host IS NOT NULL);
CREATE TRIGGER files_delete AFTER DELETE ON workspaces FOR EACH ROW WHEN ((old.logo_url ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('workspace_id', 'logo_url');
CREATE TRIGGER files_insert AFTER INSERT ON workspaces FOR EACH ROW WHEN ((new.logo_url ~~ '%/files/%'::text)) EXECUTE FUNCTION track_file_uses('workspace_id', 'logo_url');
CREATE TRIGGER files_update AFTER UPDATE OF logo_url ON workspaces FOR EACH ROW WHEN (((old.logo_url IS DISTINCT FROM new.logo_url) AND ((old.logo_url ~~ '%/files/%'::text) OR (new.logo_url ~~ '%/files/%'::text)))) EXECUTE FUNCTION track_file_uses('workspace_id', 'logo_url');
CREATE TRIGGER usage_insert AFTER INSERT ON workspaces FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION copy_tracked_customers_to_usage();
CREATE TRIGGER usage_update AFTER UPDATE OF tracked_customers ON workspaces FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION copy_tracked_customers_to_usage();
