-- Whether publishing an entry in the console emails customers unless the team member chooses otherwise. The API always
-- emails.
alter table workspaces
  add column notifies_publications boolean not null default true;

-- compatible: the check accepts one more kind. Customers' comments on an entry that a member has answered are notifications
-- about the entry, too.
alter table member_notifications
  drop constraint member_notifications_check3,
  add constraint member_notifications_check3 check (entry_id is null or kind in ('mentioned', 'reply'));
