-- What customers ask for: boards, customers, requests, votes, comments, and the roadmap that answers them.

create table boards (
  workspace_id     uuid not null references workspaces,
  id               uuid not null,
  slug             text not null check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name             text not null check (char_length(name) between 1 and 100),
  position         integer not null,
  accepts_requests boolean not null default true,
  created_at       timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, slug)
);

create table customers (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  email        text check (char_length(email) <= 254),
  name         text check (char_length(name) <= 200),
  external_id  text check (char_length(external_id) between 1 and 255),
  created_at   timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, external_id),
  check (email is not null or external_id is not null)
);
create unique index customers_email on customers (workspace_id, lower(email));

create table feedback (
  workspace_id  uuid not null references workspaces,
  id            uuid not null,
  board_id      uuid not null,
  title         text not null check (char_length(title) between 1 and 200),
  description   text not null check (char_length(description) <= 10000),
  -- The two stored facts, and the one place where the stage is derived from them.
  status        text not null check (status in ('pending', 'approved', 'rejected', 'spam')),
  product_stage text check (product_stage in ('in_review', 'planned', 'in_progress', 'completed', 'closed')),
  stage         text not null generated always as (
                  case when status = 'pending' then 'pending'
                       when status in ('rejected', 'spam') then 'closed'
                       else coalesce(product_stage, 'in_review') end) stored,
  votes         integer not null default 0 check (votes >= 0),
  comments      integer not null default 0 check (comments >= 0),
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  search_text   text not null generated always as (lower(title || E'\n' || description)) stored,
  -- What the text is found by, as numbers that hold the workspace too (feedback/search-keys.ts).
  search_keys  integer[] not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, board_id) references boards
);
create index feedback_newest on feedback (workspace_id, created_at desc, id desc);
create index feedback_by_stage on feedback (workspace_id, stage, created_at desc, id desc);
create index feedback_by_board on feedback (workspace_id, board_id, created_at desc, id desc);
-- The one index that does not lead with the workspace: each of the keys does.
create index feedback_search on feedback using gin (search_keys);

-- Private team context: apart from what the public may see, so that no public query joins it by accident.
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

-- Deleting a request never leaves an item without one: the item goes with it.
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
