-- Names that the portal may show, and the text "Powered by Heed".

-- Where a customer's name came from, which decides whether the portal shows it (server/customers/public-name.ts).
-- The default makes a name private, for rows that processes of an earlier version insert.
alter table customers add name_source text not null default 'api'
  check (name_source in ('self', 'token', 'team', 'import', 'api'));

-- A name counts as the customer's own choice if they made its latest recorded change, and if the product and the team
-- do not know them: they came through the portal, have no external id and are not tracked. All other names stay private
-- until their owner confirms them, because their origin was not recorded.
update customers c set name_source = 'self'
from (
  select distinct on (e.workspace_id, e.target_id) e.workspace_id, e.target_id, e.actor_type, e.actor_id
  from audit_events e
  where e.type = 'customer.updated' and e.changes->'members' ? 'name'
  order by e.workspace_id, e.target_id, e.id desc
) latest
where latest.workspace_id = c.workspace_id and latest.target_id = c.id
  and latest.actor_type = 'customer' and latest.actor_id = c.id
  and c.origin = 'portal' and not c.is_tracked and c.external_id is null and c.name is not null;

alter table workspaces
  -- Whether the portal also shows names that customers did not choose themselves.
  add portal_shows_given_names boolean not null default false,
  add portal_shows_branding    boolean not null default true;
