alter table notification_events
  -- False: nobody is told of this change, nor of an earlier one that it has outdated.
  add column notify     boolean not null default true,
  -- Who acted, and may take the mail back. Null: recorded by a process of an earlier version.
  add column actor_type text check (actor_type in ('key', 'member', 'customer', 'system')),
  add column actor_id   uuid;
