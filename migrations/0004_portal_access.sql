-- Who takes a place under the plan's cap, who may read a private portal, and which domains serve a portal (ADR 0023).
-- Old processes may run beside this migration: they still track everyone who takes part, and serve the domains as before.

-- Customers -----------------------------------------------------------------------------------------------------------

-- Whether they have submitted, voted, commented or reacted on the portal or the widget.
alter table customers add column is_participant boolean not null default false;
-- Whether a signed token of the product, or the team, has named them. They may read a private portal, and take a place
-- under the cap when they take part. The API alone names anyone who fills in a public form.
alter table customers add column is_admitted boolean not null default false;

-- Until now everyone who took part was tracked. Those whom nobody but themselves has named keep taking part without a
-- place under the cap.
update customers c set is_participant = true where is_tracked and exists (
  select from audit_events a where a.workspace_id = c.workspace_id and a.target_id = c.id
    and a.type = 'customer.added' and a.actor_type = 'customer');
update customers set is_tracked = false where is_participant and external_id is null;
update workspaces w set tracked_customers =
  (select count(*) from customers c where c.workspace_id = w.workspace_id and c.is_tracked);

-- Nobody who uses a private portal today loses it: people with an external id, people the team added, and people who
-- are signed in. Customers who were only named by the API and never signed in need an entry in the lists below.
update customers c set is_admitted = true where external_id is not null
  or exists (select from audit_events a where a.workspace_id = c.workspace_id and a.target_id = c.id
    and a.type = 'customer.added' and a.actor_type = 'member')
  or exists (select from workspaces w join customer_sessions s on s.workspace_id = w.workspace_id
    where w.workspace_id = c.workspace_id and w.portal_access = 'private' and s.customer_id = c.id
      and s.expires_at > now());

-- For the console's list of people who took part on the portal without being known.
create index customers_unknown_participants on customers (workspace_id, created_at desc, id desc)
  where is_participant and not is_tracked;

-- Who may sign in to a private portal beside admitted customers and the team: email domains and addresses, lower case.
alter table workspaces
  add column portal_allowed_domains text[] not null default '{}' check (cardinality(portal_allowed_domains) <= 100),
  add column portal_allowed_emails  text[] not null default '{}' check (cardinality(portal_allowed_emails) <= 1000);

-- Custom domains ------------------------------------------------------------------------------------------------------

-- The domain that a workspace has entered for its portal. `workspaces.portal_host` is the domain that is served: this one
-- once a TXT record has proven that it is theirs. Any number of workspaces may enter the same domain.
create table portal_domains (
  workspace_id uuid primary key references workspaces,
  host         text not null check (host ~ '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$'),
  -- Part of the TXT record. Not secret: it proves something only in the DNS of the domain.
  token        text not null check (char_length(token) between 20 and 64),
  -- Null until the record was found, and again after it has been missing for too long.
  verified_at  timestamptz(3),
  -- The last time that the DNS was asked.
  checked_at   timestamptz(3),
  -- Set while the record of a verified domain is missing: when Heed stops serving the domain.
  served_until timestamptz(3),
  created_at   timestamptz(3) not null
);
create index portal_domains_host on portal_domains (host);

-- Domains from before this proof stay, and their workspaces have 30 days to add the record.
insert into portal_domains (workspace_id, host, token, verified_at, served_until, created_at)
  select workspace_id, portal_host, replace(gen_random_uuid()::text, '-', ''), now(), now() + interval '30 days', now()
  from workspaces where portal_host is not null;
