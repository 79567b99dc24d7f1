-- Companies of customers, and what the API stores about both.
create table companies (
  workspace_id     uuid not null references workspaces,
  id               uuid not null,
  -- The workspace's own id for the company.
  external_id      text not null check (char_length(external_id) between 1 and 255),
  name             text not null check (char_length(name) between 1 and 200),
  -- In minor units, such as cents. JSON clients read larger integers inexactly.
  revenue_amount   bigint check (revenue_amount between 0 and 9007199254740991),
  revenue_currency text check (revenue_currency ~ '^[A-Z]{3}$'),
  attributes       jsonb not null default '{}',
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, external_id),
  check ((revenue_amount is null) = (revenue_currency is null))
);
create index companies_newest on companies (workspace_id, created_at, id);

alter table customers
  add column company_id uuid,
  add column attributes jsonb not null default '{}',
  -- Null until what the API shows of a customer changes for the first time.
  add column updated_at timestamptz(3),
  add foreign key (workspace_id, company_id) references companies (workspace_id, id);

-- The lists of the API, which are ordered by time.
create index customers_company on customers (workspace_id, company_id, created_at, id) where company_id is not null;
create index customers_tracked on customers (workspace_id, created_at, id) where is_tracked;
create index customers_blocked on customers (workspace_id, created_at, id) where blocked_at is not null;
create index votes_of_feedback on votes (workspace_id, feedback_id, created_at, customer_id);
create index votes_of_customer on votes (workspace_id, customer_id, created_at, feedback_id);
drop index votes_customer;

-- Finds a text in names, addresses and external ids, as feedback_search does in requests (docs/adr/0008-search.md).
create index customers_search on customers using gin (
    search_grams(workspace_id, coalesce(name, '') || E'\n' || coalesce(email, '') || E'\n' || coalesce(external_id, '')))
  with (gin_pending_list_limit = 1024);
alter index customers_search alter column 1 set statistics 0;
