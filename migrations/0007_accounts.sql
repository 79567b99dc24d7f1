-- People: one account for each, however many workspaces they are members of.

create table accounts (
  id                uuid primary key,
  email             text not null check (char_length(email) between 3 and 254),
  -- Whether the address was proven: by a code, by a link that was mailed, or by the operator's set-up link.
  is_verified       boolean not null default false,
  name              text not null check (char_length(name) between 1 and 100),
  has_totp          boolean not null default false,
  last_workspace_id uuid references workspaces on delete set null,
  -- Coarse: written every few minutes at most.
  last_seen_at           timestamptz(3),
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null
);
create unique index accounts_email on accounts (lower(email));

-- A session is a row; the cookie that names it is signed with a key that is not in the database.
create table account_sessions (
  id         uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  token      text not null unique,
  user_agent text not null default '' check (char_length(user_agent) <= 500),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index account_sessions_account on account_sessions (account_id);
-- For their removal in time.
create index account_sessions_expires_at on account_sessions (expires_at);

-- What an account signs in with: today a password (scrypt), one at most.
create table account_credentials (
  id         uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  provider   text not null,
  -- Who it is at the provider; of a password, the account itself.
  subject    text not null,
  password   text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (account_id, provider)
);

-- Second steps that are awaited, and how many tries they had.
create table account_challenges (
  id         uuid primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index account_challenges_identifier on account_challenges (identifier);
create index account_challenges_value on account_challenges (value);
create index account_challenges_expires_at on account_challenges (expires_at);

-- Secret and backup codes are encrypted.
create table account_totp (
  id           uuid primary key,
  account_id   uuid not null unique references accounts on delete cascade,
  secret       text not null,
  backup_codes text not null,
  is_confirmed boolean not null,
  failures     integer not null default 0,
  locked_until timestamptz(3)
);

-- The one code of an address that is good: the latest. Keyed by the address, since its account may not exist yet.
create table account_codes (
  email      text primary key check (email = lower(email)),
  hash       bytea not null check (octet_length(hash) = 32),
  tries      integer not null default 0,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);

-- Links that are good once, by the SHA-256 of their token.
create table account_links (
  hash           bytea primary key check (octet_length(hash) = 32),
  purpose        text not null check (purpose in ('setup', 'reset')),
  account_id     uuid references accounts on delete cascade,
  -- Whether it went to the address by mail and nowhere else.
  verifies_email boolean not null,
  expires_at     timestamptz(3),
  created_at     timestamptz(3) not null,
  check ((purpose = 'setup') = (account_id is null))
);
create unique index account_links_setup on account_links (purpose) where purpose = 'setup';
create unique index account_links_reset on account_links (account_id);

alter table members
  add column account_id uuid references accounts,
  add column joined_at  timestamptz(3);
create unique index members_account on members (workspace_id, account_id) where account_id is not null;
-- The memberships of a person: by account, and by address until they have one.
create index members_of_account on members (account_id) where account_id is not null;
create index members_unclaimed on members (lower(email)) where account_id is null;

create table invitations (
  workspace_id    uuid not null references workspaces,
  id              uuid not null,
  email           text not null check (char_length(email) between 3 and 254),
  role            text not null check (role in ('owner', 'admin', 'member')),
  -- SHA-256 of the token of the link that is copied, and of the one that is mailed: only the latter proves the address.
  hash            bytea not null check (octet_length(hash) = 32),
  mailed_hash     bytea check (octet_length(mailed_hash) = 32),
  invited_by_type text not null check (invited_by_type in ('key', 'member', 'customer', 'system')),
  invited_by_id   uuid,
  expires_at      timestamptz(3) not null,
  created_at      timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index invitations_email on invitations (workspace_id, lower(email));
-- A link names its workspace itself.
create unique index invitations_hash on invitations (hash);
create unique index invitations_mailed_hash on invitations (mailed_hash);
create index invitations_expires_at on invitations (expires_at);
