-- Sign-in to portals: codes belong to the browser that requested them, and sessions remember how they began.

-- Codes are valid for ten minutes. Whoever waits for one requests another.
delete from customer_codes;
alter table customer_codes drop constraint customer_codes_pkey;
-- SHA-256, in base64url, of the id in the browser's cookie.
alter table customer_codes add column browser_hash text not null check (char_length(browser_hash) = 43);
alter table customer_codes add primary key (workspace_id, email, browser_hash);

-- Null for sessions from before this migration: how they began is unknown.
alter table customer_sessions add column began_by text check (began_by in ('code', 'sso'));
-- The secret that signed the token. Deleting the secret ends the session.
alter table customer_sessions add column sso_secret_id uuid;
alter table customer_sessions add check (sso_secret_id is null or began_by = 'sso');
alter table customer_sessions add foreign key (workspace_id, sso_secret_id) references portal_sso_secrets on delete cascade;
create index customer_sessions_sso_secret on customer_sessions (workspace_id, sso_secret_id) where sso_secret_id is not null;

-- When the customer last turned off the changelog or all mail. Earlier confirmation links no longer subscribe them.
alter table customers add column unsubscribed_at timestamptz(3);
