-- Search by words (docs/adr/0025-word-search.md). The application needs `pg_trgm` for spelling corrections. The functions
-- name their schema, because pg_restore computes generated columns with an empty search path.

create extension if not exists pg_trgm;

-- Folds case, accents, compatibility forms such as half-width kana, and the letters that have no decomposition.
create function search_fold(source text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  -- Most texts are ASCII, which needs no more than lower case.
  if octet_length(source) = char_length(source) then return lower(source); end if;
  source := lower(normalize(regexp_replace(normalize(source, NFKD),
    '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]', '', 'g'), NFKC));
  return translate(replace(replace(replace(source, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðıς', 'olddiσ');
end $$;

-- Writes a text as folded words with spaces between them. A compound also counts as one word: "e-mail" gives e,
-- mail and email. Scripts without spaces between words, and Korean, give pairs of adjacent characters: one pass pairs
-- from the first character of a run, the other from the second.
create function search_separate(source text) returns text
language plpgsql immutable strict parallel safe as $$
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
end $$;

-- Returns the words of a text, cut off at 200 characters.
create function search_words(source text) returns text[]
language sql immutable strict parallel safe
return array(select left(word, 200) from string_to_table(search_separate(source), ' ') word where word <> '');

-- Returns the English stem of a word; null for an English stop word. Words of other languages stay as they are, unless
-- they end like English ones. Words with digits are names: "2fa", "s3".
create function search_stem(word text) returns text
language sql immutable strict parallel safe
return case when word ~ '[0-9]' then word else (ts_lexize('pg_catalog.english_stem', word))[1] end;

-- Returns the stems of a text. For ASCII words, the full-text parser finds the same ones in a tenth of the time; it
-- classifies other letters by the locale of the database, so it is not used for those.
create function search_stems(source text) returns text[]
language plpgsql immutable strict parallel safe as $$
declare
  separated text := public.search_separate(source);
begin
  if octet_length(separated) = char_length(separated) then
    return tsvector_to_array(to_tsvector('pg_catalog.english', separated));
  end if;
  return array(
    select distinct public.search_stem(left(word, 200)) from string_to_table(separated, ' ') word
    where word <> '' and public.search_stem(left(word, 200)) is not null);
end $$;



-- The prefix of every term of a workspace, so that the cost of a search depends on the size of its workspace and not of
-- the instance.
create function search_salt(workspace_id uuid) returns text
language sql immutable strict parallel safe
return left(translate(encode(sha256(uuid_send(workspace_id)), 'base64'), '+/', '-_'), 4);

-- The terms of a request: the stems of its words, each after the salt; those of the title a second time, after the salt
-- and "_". A weight would need a position for every term, and so more space.
create function search_terms(workspace_id uuid, title text, description text) returns tsvector
language plpgsql immutable strict parallel safe as $$
declare
  salt text := public.search_salt(workspace_id);
  of_title text[] := public.search_stems(title);
  of_both text[] := of_title || public.search_stems(description);
begin
  return (case when of_title = '{}' then '' else salt || '_' || array_to_string(of_title, ' ' || salt || '_') || ' ' end
    || case when of_both = '{}' then '' else salt || array_to_string(of_both, ' ' || salt) end)::tsvector;
end $$;

alter table feedback add column search_terms tsvector not null
  generated always as (search_terms(workspace_id, title, description)) stored;
create index feedback_search_terms on feedback using gin (search_terms);
