-- Mail: how a workspace signs, who wants none, and what was sent to whom about which entry.

alter table workspaces
  add column sender_name text check (char_length(sender_name) between 1 and 100),
  add column reply_to    text check (char_length(reply_to) between 3 and 254);

alter table customers
  add column mail_opted_out_at timestamptz(3),
  -- Entries in a row whose message the customer's own mail server refused for good. At three, mail to it stops.
  add column mail_bounces     smallint not null default 0 check (mail_bounces >= 0),
  add column mail_bounced_at   timestamptz(3);

-- How far the list of those who are to hear has been written: customers up to this id. All, when `fanned_out_at` is set.
alter table announcements
  add column fanout_cursor uuid,
  add column fanout_batches   integer not null default 0,
  add column fanned_out_at      timestamptz(3);
-- What was published before there was mail is news to nobody.
update announcements set fanned_out_at = due_at;

-- One row for each entry and customer: the message itself. `due_at` is when to try next; while `sending`, when whoever
-- took it is given up and somebody else may.
create table notification_deliveries (
  workspace_id   uuid not null,
  entry_id       uuid not null,
  customer_id    uuid not null,
  state          text not null check (state in ('due', 'sending', 'sent', 'failed', 'suppressed')),
  -- Counts claims; the number also tells one claim from the next.
  attempts       smallint not null default 0 check (attempts >= 0),
  first_tried_at timestamptz(3),
  due_at         timestamptz(3) not null,
  -- The mail server's words.
  error          text check (char_length(error) <= 500),
  created_at     timestamptz(3) not null,
  ended_at       timestamptz(3),
  primary key (workspace_id, entry_id, customer_id),
  foreign key (workspace_id, entry_id) references changelog_entries on delete cascade,
  foreign key (workspace_id, customer_id) references customers on delete cascade,
  check ((state in ('sent', 'failed', 'suppressed')) = (ended_at is not null))
);
create index notification_deliveries_customer on notification_deliveries (workspace_id, customer_id);
-- What is still to be sent is counted for the whole instance, by its age.
create index notification_deliveries_open on notification_deliveries (due_at) where state in ('due', 'sending');
-- For their removal in time.
create index notification_deliveries_ended on notification_deliveries (ended_at) where ended_at is not null;

-- The clock asks for the whole instance which entries are due.
create index changelog_entries_scheduled on changelog_entries (scheduled_publish_at)
  where scheduled_publish_at is not null;
