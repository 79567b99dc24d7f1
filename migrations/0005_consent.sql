-- Consent to announcements, links to legal pages, and data retention.

-- How a customer first arrived. Customers whom the workspace itself brought (API, team, import) get announcements
-- unless they opt out; all others only if they asked for them.
-- The default is the cautious one, for rows of processes of an earlier version.
alter table customers add origin text not null default 'portal'
  check (origin in ('api', 'team', 'import', 'portal', 'token', 'widget'));
-- The audit event of a customer who was tracked from the start names the actor and has the customer's own time.
-- Customers without such an event signed in or subscribed first. Tracked ones without any event are older than the
-- audit log, or were inserted by a script.
update customers c set origin = case
    when a.actor_type is not null and a.created_at = c.created_at then
      case a.actor_type when 'key' then 'api' when 'member' then 'team' when 'system' then 'import' else 'portal' end
    when a.actor_type is null and c.is_tracked then 'api'
    when c.external_id is not null then 'token'
    else 'portal' end
from customers o
left join lateral (
  select e.actor_type, e.created_at from audit_events e
  where e.workspace_id = o.workspace_id and e.target_id = o.id and e.type = 'customer.added'
  order by e.id limit 1) a on true
where c.workspace_id = o.workspace_id and c.id = o.id;

-- Evidence of who agreed to announcements or withdrew, when, where, and to which words. Rows are never updated.
create table consents (
  workspace_id uuid not null references workspaces,
  id           uuid not null,
  customer_id  uuid not null,
  action       text not null check (action in ('given', 'withdrawn')),
  -- The kind of page, and which one.
  surface      text not null check (surface in ('portal', 'widget', 'email', 'console')),
  page         text not null check (char_length(page) between 1 and 100),
  -- The host name that the page had; null in the console.
  host         text check (char_length(host) between 1 and 300),
  -- What the customer read, exactly; null if a team member acted for them.
  wording      text check (char_length(wording) between 1 and 4000),
  created_at   timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, customer_id) references customers on delete cascade
);
create index consents_customer on consents (workspace_id, customer_id, created_at desc, id desc);

alter table workspaces
  -- Links in the portal's footer, at sign-in, in the widget and in customers' mail.
  add privacy_url text check (char_length(privacy_url) <= 2048),
  add terms_url   text check (char_length(terms_url) <= 2048),
  add imprint_url text check (char_length(imprint_url) <= 2048),
  -- Null keeps the data.
  add retention_inactive_months smallint check (retention_inactive_months between 1 and 120),
  add retention_visitor_days    smallint check (retention_visitor_days between 1 and 3650),
  add retention_context_months  smallint check (retention_context_months between 1 and 120);
