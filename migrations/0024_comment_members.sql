alter table comments
  -- The team member who wrote the comment, and may edit it.
  add column member_id uuid,
  add foreign key (workspace_id, member_id) references members (workspace_id, id) on delete set null (member_id),
  add check (kind = 'staff_reply' or member_id is null);
create index comments_by_member on comments (workspace_id, member_id) where member_id is not null;

update comments c set member_id = m.id
from audit_events e join members m on m.workspace_id = e.workspace_id and m.id = e.actor_id
where c.kind = 'staff_reply' and e.workspace_id = c.workspace_id and e.target_id = c.id and e.type = 'comment.created'
  and e.actor_type = 'member';

-- An edit by a team member has no customer.
alter table content_edits alter column customer_id drop not null;
