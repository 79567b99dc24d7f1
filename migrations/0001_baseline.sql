-- The schema of the first release. Every row except those of accounts belongs to a workspace: the workspace leads the
-- primary keys, foreign keys and indexes of its tables. An index without it serves a job that reads the whole instance.
-- Times are UTC with milliseconds.

-- Workspaces ----------------------------------------------------------------------------------------------------------

create table workspaces (
  workspace_id           uuid primary key,
  slug                   text not null unique check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name                   text not null check (char_length(name) between 1 and 100),
  plan                   text not null check (plan in ('free', 'starter', 'growth')),
  -- Incremented in the transaction that adds a tracked customer; locking this row makes the plan's cap exact.
  tracked_customers      integer not null default 0 check (tracked_customers >= 0),
  created_at             timestamptz(3) not null,
  time_zone              text not null default 'UTC' check (char_length(time_zone) between 1 and 64),
  logo_url               text check (char_length(logo_url) <= 2048),
  accent_color           text check (accent_color ~ '^#[0-9a-f]{6}$'),
  -- The sender of its mail.
  sender_name            text check (char_length(sender_name) between 1 and 100),
  reply_to               text check (char_length(reply_to) between 3 and 254),
  -- A private portal is open to signed-in customers whom the workspace already knows.
  portal_access          text not null default 'public' check (portal_access in ('public', 'private')),
  portal_shows_requests  boolean not null default true,
  portal_shows_roadmap   boolean not null default true,
  portal_shows_changelog boolean not null default true,
  -- A host name that serves this portal only, in lower case and without a port.
  portal_host            text check (portal_host ~ '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$'),
  -- Origins that the widget may post from, as browsers send them.
  widget_origins         text[] not null default '{}' check (cardinality(widget_origins) <= 50),
  -- Widget tokens of earlier generations are invalid.
  widget_generation      integer not null default 1
);
-- The host name of a request determines its workspace.
create unique index workspaces_portal_host on workspaces (portal_host) where portal_host is not null;

-- Accounts: the people who sign in to the console ---------------------------------------------------------------------

-- One for each person, however many workspaces they are a member of.
create table accounts (
  id                uuid primary key,
  email             text not null check (char_length(email) between 3 and 254),
  -- Whether the address was proven: by a code, by a mailed link, or by the operator's setup link.
  is_verified       boolean not null default false,
  name              text not null check (char_length(name) between 1 and 100),
  has_totp          boolean not null default false,
  last_workspace_id uuid references workspaces on delete set null,
  -- Written every few minutes at most.
  last_seen_at      timestamptz(3),
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null
);
create unique index accounts_email on accounts (lower(email));

-- The session cookie is signed with a key that is not in the database.
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
create index account_sessions_expires_at on account_sessions (expires_at);

-- What an account signs in with: at present at most one password (scrypt).
create table account_credentials (
  id         uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  provider   text not null,
  -- The person's id at the provider; for a password, the id of the account.
  subject    text not null,
  password   text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (account_id, provider)
);

-- Pending second factors, with the number of attempts.
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

-- The latest email code of an address. Keyed by the address, because its account may not exist yet.
create table account_codes (
  email      text primary key check (email = lower(email)),
  hash       bytea not null check (octet_length(hash) = 32),
  tries      integer not null default 0,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);

-- One-time links, by the SHA-256 of their token.
create table account_links (
  hash           bytea primary key check (octet_length(hash) = 32),
  purpose        text not null check (purpose in ('setup', 'reset')),
  account_id     uuid references accounts on delete cascade,
  -- True if the link was only mailed, so that opening it proves the address.
  verifies_email boolean not null,
  expires_at     timestamptz(3),
  created_at     timestamptz(3) not null,
  check ((purpose = 'setup') = (account_id is null))
);
create unique index account_links_setup on account_links (purpose) where purpose = 'setup';
create unique index account_links_reset on account_links (account_id);

-- Members, API keys and the audit log ---------------------------------------------------------------------------------

create table members (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  email        text not null check (char_length(email) between 3 and 254),
  role         text not null check (role in ('owner', 'admin', 'member')),
  -- Null while the address has no verified account.
  account_id   uuid references accounts,
  joined_at    timestamptz(3),
  created_at   timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index members_email on members (workspace_id, lower(email));
create unique index members_account on members (workspace_id, account_id) where account_id is not null;
-- The memberships of a person: by account, and by address until they have an account.
create index members_of_account on members (account_id) where account_id is not null;
create index members_unclaimed on members (lower(email)) where account_id is null;

create table invitations (
  workspace_id    uuid not null references workspaces,
  id              uuid not null,
  email           text not null check (char_length(email) between 3 and 254),
  role            text not null check (role in ('owner', 'admin', 'member')),
  -- SHA-256 of the token of the copied link and of the mailed link. Only the mailed link proves the address.
  hash            bytea not null check (octet_length(hash) = 32),
  mailed_hash     bytea check (octet_length(mailed_hash) = 32),
  invited_by_type text not null check (invited_by_type in ('key', 'member', 'customer', 'system')),
  invited_by_id   uuid,
  expires_at      timestamptz(3) not null,
  created_at      timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index invitations_email on invitations (workspace_id, lower(email));
-- The token of a link determines its workspace.
create unique index invitations_hash on invitations (hash);
create unique index invitations_mailed_hash on invitations (mailed_hash);
create index invitations_expires_at on invitations (expires_at);

create table api_keys (
  workspace_id      uuid not null references workspaces,
  id                uuid not null,
  name              text not null check (char_length(name) between 1 and 100),
  -- SHA-256 of the whole key. The key itself is not stored.
  hash              bytea not null check (octet_length(hash) = 32),
  prefix            text not null,
  scopes            text[] not null check (cardinality(scopes) > 0),
  created_by        text not null,
  created_at        timestamptz(3) not null,
  expires_at        timestamptz(3),
  revoked_at        timestamptz(3),
  -- When the expiry was last brought forward, by the database's clock.
  expiry_changed_at timestamptz(3),
  last_used_at      timestamptz(3),
  primary key (workspace_id, id)
);
-- The key determines its workspace.
create unique index api_keys_hash on api_keys (hash);
-- Once a second every process reads which keys were revoked or expire earlier (api-keys/authenticate.ts).
create index api_keys_revoked on api_keys (revoked_at) where revoked_at is not null;
create index api_keys_expiry_changed on api_keys (expiry_changed_at) where expiry_changed_at is not null;

-- One row for each write, appended in the transaction of the write.
create table audit_events (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  type         text not null,
  target_id    uuid not null,
  actor_type   text not null check (actor_type in ('key', 'member', 'customer', 'system')),
  actor_id     uuid,
  agent        text check (char_length(agent) <= 64),
  request_id   text,
  changes      jsonb not null default '{}',
  created_at   timestamptz(3) not null,
  primary key (workspace_id, id)
);
create index audit_events_target on audit_events (workspace_id, target_id, id);
create index audit_events_newest on audit_events (workspace_id, created_at desc, id desc);
create index audit_events_type on audit_events (workspace_id, type, created_at desc, id desc);

-- Requests to the API -------------------------------------------------------------------------------------------------

-- The response of a create, committed together with its effect: a retry repeats the response and not the effect.
create table idempotency_records (
  workspace_id uuid not null references workspaces,
  operation    text not null,
  key          text not null,
  status       smallint not null,
  body         text not null,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, operation, key)
);
create index idempotency_records_age on idempotency_records (created_at);

-- Claims of idempotency keys by multi-step operations. An expired lease was left behind by a process that died.
create table idempotency_leases (
  workspace_id uuid not null references workspaces,
  operation    text not null,
  key          text not null,
  lease_id     uuid not null,
  leased_until timestamptz(3) not null,
  primary key (workspace_id, operation, key)
);
create index idempotency_leases_expiry on idempotency_leases (leased_until);

-- Fixed windows of the rate limits when several processes share this database, in the layout of rate-limiter-flexible.
-- Not logged: losing the table in a crash only starts new windows.
create unlogged table rate_limit_windows (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Customers -----------------------------------------------------------------------------------------------------------

create table customers (
  workspace_id      uuid not null references workspaces,
  id                uuid not null,
  email             text check (char_length(email) <= 254),
  name              text check (char_length(name) <= 200),
  external_id       text check (char_length(external_id) between 1 and 255),
  -- Whether they count towards the plan's cap. A visitor who only signed in or subscribed does not.
  is_tracked        boolean not null default true,
  -- Notification preferences. Null is no choice yet: announcements then go to those who took part.
  notify_changelog  boolean,
  notify_replies    boolean not null default true,
  notify_stages     boolean not null default true,
  mail_opted_out_at timestamptz(3),
  -- Messages in a row that the customer's mail server rejected for good. After three, their mail stops.
  mail_bounces      smallint not null default 0 check (mail_bounces >= 0),
  mail_bounced_at   timestamptz(3),
  created_at        timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, external_id),
  check (email is not null or external_id is not null)
);
create unique index customers_email on customers (workspace_id, lower(email));
create index customers_newest on customers (workspace_id, created_at desc, id desc);

-- Browsers that a customer is signed in with to the portal.
create table customer_sessions (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  customer_id  uuid not null,
  -- SHA-256 of the token in the browser.
  hash         bytea not null check (octet_length(hash) = 32),
  expires_at   timestamptz(3) not null,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, hash),
  foreign key (workspace_id, customer_id) references customers on delete cascade
);
create index customer_sessions_customer on customer_sessions (workspace_id, customer_id);
create index customer_sessions_expires_at on customer_sessions (expires_at);

-- The latest email code of an address.
create table customer_codes (
  workspace_id uuid not null references workspaces,
  email        text not null check (email = lower(email) and char_length(email) <= 254),
  hash         bytea not null check (octet_length(hash) = 32),
  tries        integer not null default 0,
  expires_at   timestamptz(3) not null,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, email)
);
create index customer_codes_expires_at on customer_codes (expires_at);

-- HMAC keys of the SSO tokens that the workspace's own product signs, encrypted with AES-256-GCM under SECRET_KEY.
create table portal_sso_secrets (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  secret       bytea not null,
  created_at   timestamptz(3) not null,
  -- When a replaced secret stops working; null for the current one.
  expires_at   timestamptz(3),
  primary key (workspace_id, id)
);
create unique index portal_sso_secrets_current on portal_sso_secrets (workspace_id) where expires_at is null;

-- SSO tokens are single-use.
create table consumed_sso_tokens (
  workspace_id uuid not null references workspaces,
  -- SHA-256 of the id of the token.
  token_hash   bytea not null check (octet_length(token_hash) = 32),
  expires_at   timestamptz(3) not null,
  primary key (workspace_id, token_hash)
);
create index consumed_sso_tokens_expires_at on consumed_sso_tokens (expires_at);

-- Feedback requests ---------------------------------------------------------------------------------------------------

create table boards (
  workspace_id     uuid not null references workspaces,
  id               uuid not null,
  slug             text not null check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name             text not null check (char_length(name) between 1 and 100),
  position         integer not null,
  accepts_requests boolean not null default true,
  -- Whether everybody sees the board, or only the team.
  is_public        boolean not null default true,
  -- Which requests wait for review: all, those of customers without an approved request, or none.
  reviews_new      text not null default 'all' check (reviews_new in ('all', 'first_time', 'none')),
  created_at       timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, slug)
);

create table feedback (
  workspace_id     uuid not null references workspaces,
  id               uuid not null,
  board_id         uuid not null,
  title            text not null check (char_length(title) between 1 and 200),
  description      text not null check (char_length(description) <= 10000),
  -- The moderation state and the product stage are stored; the stage is derived from them.
  status           text not null check (status in ('pending', 'approved', 'rejected', 'spam')),
  product_stage    text check (product_stage in ('in_review', 'planned', 'in_progress', 'completed', 'closed')),
  stage            text not null generated always as (
                     case when status = 'pending' then 'pending'
                          when status in ('rejected', 'spam') then 'closed'
                          else coalesce(product_stage, 'in_review') end) stored,
  votes            integer not null default 0 check (votes >= 0),
  comments         integer not null default 0 check (comments >= 0),
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  -- The last change that readers see: text, stage, vote or comment.
  last_activity_at timestamptz(3) not null default now(),
  -- The trending score (feedback/trend.ts), which votes raise and time never changes.
  trend            double precision not null default extract(epoch from now()) / 1209600 * ln(2),
  search_text      text not null generated always as (lower(title || E'\n' || description)) stored,
  -- The search keys of the text, each of which includes the workspace (feedback/search/search-keys.ts).
  search_keys      integer[] not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, board_id) references boards
);
create index feedback_newest on feedback (workspace_id, created_at desc, id desc);
create index feedback_most_votes on feedback (workspace_id, votes desc, id desc);
create index feedback_recently_active on feedback (workspace_id, last_activity_at desc, id desc);
create index feedback_trending on feedback (workspace_id, trend desc, id desc) where status = 'approved';
create index feedback_by_stage on feedback (workspace_id, stage, created_at desc, id desc);
create index feedback_by_board on feedback (workspace_id, board_id, created_at desc, id desc);
create index feedback_by_status on feedback (workspace_id, status, created_at, id);
create index feedback_search on feedback using gin (search_keys);

-- Private context for the team, in a table of its own so that no public query joins it by accident.
create table feedback_context (
  workspace_id uuid not null,
  feedback_id  uuid not null,
  customer_id  uuid,
  source_url   text check (char_length(source_url) <= 2048),
  metadata     jsonb,
  primary key (workspace_id, feedback_id),
  foreign key (workspace_id, feedback_id) references feedback on delete cascade,
  foreign key (workspace_id, customer_id) references customers
);
create index feedback_context_customer on feedback_context (workspace_id, customer_id);

create table votes (
  workspace_id uuid not null,
  feedback_id  uuid not null,
  customer_id  uuid not null,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, feedback_id, customer_id),
  foreign key (workspace_id, feedback_id) references feedback on delete cascade,
  foreign key (workspace_id, customer_id) references customers
);
create index votes_customer on votes (workspace_id, customer_id);
create index votes_by_created_at on votes (workspace_id, created_at);

-- Merged requests. Their rows are removed from `feedback`, so that no list, count or search can return them.
create table feedback_merges (
  workspace_id   uuid not null,
  feedback_id    uuid not null,
  into_id        uuid not null,
  title          text not null check (char_length(title) between 1 and 200),
  -- Everything that belonged to the request, from which unmerging restores it (feedback/merge/snapshot.ts).
  snapshot       jsonb not null,
  merged_by_type text not null check (merged_by_type in ('key', 'member', 'customer', 'system')),
  merged_by_id   uuid,
  merged_at      timestamptz(3) not null,
  primary key (workspace_id, feedback_id),
  foreign key (workspace_id, into_id) references feedback on delete cascade
);
create index feedback_merges_into on feedback_merges (workspace_id, into_id);

-- Every item is backed by exactly one request and is deleted with it.
create table roadmap_items (
  workspace_id     uuid not null,
  id               uuid not null,
  feedback_id      uuid not null,
  title            text not null check (char_length(title) between 1 and 200),
  description      text not null check (char_length(description) <= 10000),
  status           text not null check (status in ('planned', 'in_progress', 'done', 'closed')),
  sort_order       double precision not null,
  target_precision text check (target_precision in ('quarter', 'date')),
  target_date      date,
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, feedback_id),
  foreign key (workspace_id, feedback_id) references feedback on delete cascade,
  check ((target_precision is null) = (target_date is null))
);
create index roadmap_items_order on roadmap_items (workspace_id, sort_order, id);
create index roadmap_items_column on roadmap_items (workspace_id, status, sort_order, id);

-- The changelog, and comments ------------------------------------------------------------------------------------------

create table tags (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  name         text not null check (char_length(name) between 1 and 50),
  color        text not null check (color ~ '^#[0-9a-f]{6}$'),
  -- Sorts the list the same way under any collation of the database.
  sort_name    text not null collate "C" generated always as (lower(name)) stored,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index tags_name on tags (workspace_id, sort_name);

create table changelog_entries (
  workspace_id         uuid not null references workspaces,
  id                   uuid not null,
  state                text not null check (state in ('draft', 'published')),
  title                text not null check (char_length(title) between 1 and 200),
  body                 text not null check (char_length(body) <= 100000),
  version_label        text check (char_length(version_label) <= 64),
  reactions_enabled    boolean not null,
  comments_enabled     boolean not null,
  scheduled_publish_at timestamptz(3),
  scheduled_timezone   text,
  published_at         timestamptz(3),
  comments             integer not null default 0 check (comments >= 0),
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  primary key (workspace_id, id),
  check ((state = 'published') = (published_at is not null)),
  check (state = 'draft' or scheduled_publish_at is null)
);
create index changelog_entries_newest on changelog_entries (workspace_id, created_at desc, id desc);
create index changelog_entries_by_state on changelog_entries (workspace_id, state, created_at desc, id desc);
create index changelog_entries_published on changelog_entries (workspace_id, published_at desc, id desc)
  where published_at is not null;
create index changelog_entries_scheduled on changelog_entries (scheduled_publish_at)
  where scheduled_publish_at is not null;

create table changelog_entry_tags (
  workspace_id uuid not null,
  entry_id     uuid not null,
  tag_id       uuid not null,
  position     integer not null,
  primary key (workspace_id, entry_id, tag_id),
  foreign key (workspace_id, entry_id) references changelog_entries on delete cascade,
  foreign key (workspace_id, tag_id) references tags on delete cascade
);
create index changelog_entry_tags_tag on changelog_entry_tags (workspace_id, tag_id);

create table changelog_entry_feedback (
  workspace_id uuid not null,
  entry_id     uuid not null,
  feedback_id  uuid not null,
  position     integer not null,
  primary key (workspace_id, entry_id, feedback_id),
  foreign key (workspace_id, entry_id) references changelog_entries on delete cascade,
  foreign key (workspace_id, feedback_id) references feedback on delete cascade
);
create index changelog_entry_feedback_feedback on changelog_entry_feedback (workspace_id, feedback_id);

create table changelog_reactions (
  workspace_id uuid not null,
  entry_id     uuid not null,
  customer_id  uuid not null,
  emoji        text not null check (emoji in ('👍', '❤️', '🎉', '🚀', '👀', '😄')),
  created_at   timestamptz(3) not null,
  primary key (workspace_id, entry_id, customer_id, emoji),
  foreign key (workspace_id, entry_id) references changelog_entries on delete cascade,
  foreign key (workspace_id, customer_id) references customers
);

-- A comment belongs to either a request or an entry.
create table comments (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  feedback_id  uuid,
  entry_id     uuid,
  parent_id    uuid,
  kind         text not null check (kind in ('comment', 'staff_reply')),
  body         text not null check (char_length(body) between 1 and 10000),
  customer_id  uuid,
  author_name  text check (char_length(author_name) <= 100),
  is_internal  boolean not null,
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, feedback_id) references feedback on delete cascade,
  foreign key (workspace_id, entry_id) references changelog_entries on delete cascade,
  foreign key (workspace_id, parent_id) references comments on delete cascade,
  foreign key (workspace_id, customer_id) references customers,
  check (num_nonnulls(feedback_id, entry_id) = 1),
  check (kind = 'staff_reply' or (author_name is null and not is_internal)),
  check (kind = 'comment' or customer_id is null)
);
create index comments_of_feedback on comments (workspace_id, feedback_id, created_at, id) where feedback_id is not null;
create index comments_of_entry on comments (workspace_id, entry_id, created_at, id) where entry_id is not null;
create index comments_parent on comments (workspace_id, parent_id) where parent_id is not null;
create index comments_customer on comments (workspace_id, customer_id) where customer_id is not null;

-- Notifications -------------------------------------------------------------------------------------------------------

-- Created when an entry is published for the first time: it is mailed once.
create table announcements (
  workspace_id   uuid not null,
  entry_id       uuid not null,
  due_at         timestamptz(3) not null,
  -- Deliveries are written in batches of customers, in the order of their ids up to the cursor.
  fanout_cursor  uuid,
  fanout_batches integer not null default 0,
  fanned_out_at  timestamptz(3),
  primary key (workspace_id, entry_id),
  foreign key (workspace_id, entry_id) references changelog_entries on delete cascade
);

-- What one message reports about a request.
create table notification_digests (
  workspace_id   uuid not null,
  id             uuid not null,
  feedback_id    uuid not null,
  -- The reported stage, and the one reported before. Both are null if the digest reports only replies.
  from_stage     text check (from_stage in ('pending', 'in_review', 'planned', 'in_progress', 'completed', 'closed')),
  stage          text check (stage in ('in_review', 'planned', 'in_progress', 'completed', 'closed')),
  created_at     timestamptz(3) not null,
  -- As in announcements.
  fanout_cursor  uuid,
  fanout_batches integer not null default 0,
  fanned_out_at  timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, feedback_id) references feedback on delete cascade
);
create index notification_digests_feedback on notification_digests (workspace_id, feedback_id, created_at desc);
create index notification_digests_pending_fanout on notification_digests (created_at) where fanned_out_at is null;
create index notification_digests_fanned_out on notification_digests (fanned_out_at) where fanned_out_at is not null;

-- A stage change or a reply. A stage change is deleted once a digest reports it, because the digest has its stage.
create table notification_events (
  workspace_id uuid not null,
  id           uuid not null,
  feedback_id  uuid not null,
  kind         text not null check (kind in ('stage', 'reply')),
  -- The stage before a stage change.
  from_stage   text check (from_stage in ('pending', 'in_review', 'planned', 'in_progress', 'completed', 'closed')),
  comment_id   uuid,
  -- The end of the grace period.
  due_at       timestamptz(3) not null,
  -- Null until a digest reports the event.
  digest_id    uuid,
  created_at   timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, feedback_id) references feedback on delete cascade,
  foreign key (workspace_id, comment_id) references comments on delete cascade,
  foreign key (workspace_id, digest_id) references notification_digests on delete cascade,
  check (case kind when 'stage' then from_stage is not null and comment_id is null and digest_id is null
                   else from_stage is null and comment_id is not null end)
);
create index notification_events_feedback on notification_events (workspace_id, feedback_id);
create unique index notification_events_comment on notification_events (workspace_id, comment_id)
  where comment_id is not null;
create index notification_events_digest on notification_events (workspace_id, digest_id) where digest_id is not null;
create index notification_events_due on notification_events (due_at) where digest_id is null;

-- One message of an announcement or a digest to one customer.
create table notification_deliveries (
  workspace_id   uuid not null,
  entry_id       uuid,
  digest_id      uuid,
  customer_id    uuid not null,
  state          text not null check (state in ('due', 'sending', 'sent', 'failed', 'suppressed')),
  -- The number of claims, which also tells one claim from the next.
  attempts       smallint not null default 0 check (attempts >= 0),
  first_tried_at timestamptz(3),
  -- The next attempt; while `sending`, when the claim expires and another worker may take over.
  due_at         timestamptz(3) not null,
  -- The response of the mail server.
  error          text check (char_length(error) <= 500),
  created_at     timestamptz(3) not null,
  ended_at       timestamptz(3),
  foreign key (workspace_id, entry_id) references changelog_entries on delete cascade,
  foreign key (workspace_id, digest_id) references notification_digests on delete cascade,
  foreign key (workspace_id, customer_id) references customers on delete cascade,
  check (num_nonnulls(entry_id, digest_id) = 1),
  check ((state in ('sent', 'failed', 'suppressed')) = (ended_at is not null))
);
create unique index notification_deliveries_entry on notification_deliveries (workspace_id, entry_id, customer_id)
  where entry_id is not null;
create unique index notification_deliveries_digest on notification_deliveries (workspace_id, digest_id, customer_id)
  where digest_id is not null;
create index notification_deliveries_customer on notification_deliveries (workspace_id, customer_id);
create index notification_deliveries_open on notification_deliveries (due_at) where state in ('due', 'sending');
create index notification_deliveries_ended on notification_deliveries (ended_at) where ended_at is not null;

-- Issue trackers ------------------------------------------------------------------------------------------------------

create table tracker_connections (
  workspace_id       uuid not null references workspaces,
  id                 uuid not null,
  provider           text not null check (provider in ('linear', 'github', 'jira')),
  api_url            text not null check (char_length(api_url) between 8 and 2048),
  -- Encrypted with AES-256-GCM under SECRET_KEY; deleted on disconnect.
  credential         bytea,
  -- Incremented by every refresh, so that only one of two concurrent refreshes succeeds.
  credential_version integer not null default 1,
  refreshing_until   timestamptz(3),
  account_id         text not null,
  account_name       text not null,
  account_url        text not null,
  team_id            text,
  team_name          text,
  project_id         text,
  project_name       text,
  label_ids          text[] not null default '{}',
  assignee_id        text,
  priority           smallint check (priority between 0 and 4),
  -- Stages by state type, null for no change. Holds only the differences from the defaults (tracker/sync).
  stage_mapping      jsonb not null default '{}',
  -- Whether sourceUrl, metadata and submitter go into issues.
  sends_context      boolean not null default false,
  status             text not null default 'connected' check (status in ('connected', 'revoked', 'stale')),
  status_reason      text check (char_length(status_reason) <= 500),
  checked_at         timestamptz(3) not null,
  -- The Retry-After of the tracker.
  rate_limited_until timestamptz(3),
  -- Set when the tracker did not answer: jobs skip the connection until then, so that others get their turn.
  backoff_until      timestamptz(3),
  -- When a job next checks whether issues are due.
  poll_after         timestamptz(3) not null default now(),
  webhook_secret     bytea,
  -- The tracker's id of the webhook that Heed created there.
  remote_webhook_id  text,
  connected_by_type  text not null check (connected_by_type in ('key', 'member', 'system')),
  connected_by_id    uuid,
  connected_at       timestamptz(3) not null,
  disconnected_at    timestamptz(3),
  primary key (workspace_id, id),
  check ((disconnected_at is null) = (credential is not null))
);
create unique index tracker_connections_current on tracker_connections (workspace_id) where disconnected_at is null;
create index tracker_connections_poll on tracker_connections (poll_after) where disconnected_at is null;
-- The URL of a webhook contains the connection, which determines the workspace.
create unique index tracker_connections_webhook on tracker_connections (id);

-- One row for each issue, inserted before the issue exists: `creating` from the first attempt, `active` once the tracker
-- has answered, `ended` when the issue is gone. The tracker is given the id as the identity of the issue.
create table tracker_links (
  workspace_id          uuid not null,
  id                    uuid not null,
  feedback_id           uuid not null,
  connection_id         uuid not null,
  state                 text not null check (state in ('creating', 'active', 'ended')),
  -- The team in which the issue was requested, to search for it.
  team_id               text,
  -- The sender that may create the issue, and until when.
  claim                 uuid,
  claimed_until         timestamptz(3),
  -- The first and the last time that the tracker was asked to create it; null before the first.
  first_attempt_at      timestamptz(3),
  last_attempt_at       timestamptz(3),
  -- Until then a requested issue may exist without the tracker returning it.
  outcome_unknown_until timestamptz(3),
  issue_id              text,
  identifier            text,
  url                   text,
  remote_title          text,
  remote_state          text,
  remote_state_type     text
    check (remote_state_type in ('backlog', 'unstarted', 'started', 'completed', 'canceled')),
  -- The last time that the issue was read from the tracker.
  checked_at            timestamptz(3),
  -- The next time to read it, in UTC, unless a webhook comes first. Closed issues seldom change.
  poll_after            timestamp(3) generated always as ((checked_at at time zone 'UTC') + case
    when remote_state_type in ('completed', 'canceled') then interval '24 hours' else interval '15 minutes' end) stored,
  created_at            timestamptz(3) not null,
  ended_at              timestamptz(3),
  -- `replaced`: another tracker was connected. Connecting this one again reactivates the link.
  end_reason            text check (end_reason in ('gone', 'replaced')),
  primary key (workspace_id, id),
  foreign key (workspace_id, feedback_id) references feedback on delete cascade,
  foreign key (workspace_id, connection_id) references tracker_connections,
  check (state = 'creating' or num_nulls(issue_id, identifier, url, remote_title, remote_state, remote_state_type) = 0),
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (end_reason is not null))
);
create unique index tracker_links_open on tracker_links (workspace_id, feedback_id) where state <> 'ended';
create unique index tracker_links_issue on tracker_links (workspace_id, connection_id, issue_id) where state = 'active';
create index tracker_links_feedback on tracker_links (workspace_id, feedback_id);
create index tracker_links_poll on tracker_links (workspace_id, connection_id, poll_after) where state = 'active';
create index tracker_links_creating on tracker_links (workspace_id, connection_id, created_at) where state = 'creating';

-- Accepted webhooks, by the SHA-256 of their body: a second one with the same hash is a replay.
create table tracker_webhook_deliveries (
  workspace_id  uuid not null,
  connection_id uuid not null,
  delivery_hash bytea not null,
  received_at   timestamptz(3) not null,
  primary key (workspace_id, connection_id, delivery_hash),
  foreign key (workspace_id, connection_id) references tracker_connections on delete cascade
);
create index tracker_webhook_deliveries_age on tracker_webhook_deliveries (received_at);
