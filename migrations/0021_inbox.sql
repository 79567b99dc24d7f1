-- How a member hears by email about what concerns them, and whether their inbox shows what waits for review.
alter table members
  add column mails_assigned text not null default 'immediately'
    check (mails_assigned in ('immediately', 'daily', 'weekly', 'off')),
  add column mails_mentions text not null default 'immediately'
    check (mails_mentions in ('immediately', 'daily', 'weekly', 'off')),
  add column mails_replies text not null default 'daily'
    check (mails_replies in ('immediately', 'daily', 'weekly', 'off')),
  add column mails_review text not null default 'off'
    check (mails_review in ('immediately', 'daily', 'weekly', 'off')),
  add column shows_review boolean not null default false,
  -- What was submitted until then is read, or was mailed.
  add column review_read_at timestamptz(3),
  add column review_mailed_at timestamptz(3),
  -- When to look for something new to mail. Null: never.
  add column review_mail_due_at timestamptz(3);
create index members_review_mail_due on members (review_mail_due_at) where review_mail_due_at is not null;

-- Members whom the team names in what it writes. The text itself says only "@Ada Lovelace".
create table comment_mentions (
  workspace_id uuid not null,
  comment_id   uuid not null,
  member_id    uuid not null,
  -- The name as it is in the text, which stays when the member is renamed.
  name         text not null check (char_length(name) between 1 and 100),
  primary key (workspace_id, comment_id, member_id),
  foreign key (workspace_id, comment_id) references comments (workspace_id, id) on delete cascade,
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade
);
create index comment_mentions_member on comment_mentions (workspace_id, member_id);

-- One message to a member, about notifications that were due together.
create table member_mails (
  workspace_id   uuid not null,
  id             uuid not null,
  member_id      uuid not null,
  state          text not null check (state in ('due', 'sending', 'sent', 'failed', 'suppressed')),
  -- Of a claim: its end.
  due_at         timestamptz(3) not null,
  attempts       integer not null default 0,
  first_tried_at timestamptz(3),
  -- The mail server's reply to the last attempt.
  error          text,
  -- It also reports what was submitted for review after the first time, until the second.
  review_after   timestamptz(3),
  review_through timestamptz(3),
  created_at     timestamptz(3) not null,
  ended_at       timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade,
  check ((ended_at is not null) = (state in ('sent', 'failed', 'suppressed')))
);
create index member_mails_member on member_mails (workspace_id, member_id);
create index member_mails_open on member_mails (due_at) where state in ('due', 'sending');
create index member_mails_ended on member_mails (ended_at) where ended_at is not null;

-- The inbox of each member. It refers to requests and comments, and has no copy of their text.
create table member_notifications (
  workspace_id uuid not null,
  id           uuid not null,
  member_id    uuid not null,
  kind         text not null check (kind in ('assigned', 'mentioned', 'reply')),
  feedback_id  uuid not null,
  comment_id   uuid,
  -- Who caused it. The id is null for customers.
  actor_type   text not null check (actor_type in ('key', 'member', 'customer', 'system')),
  actor_id     uuid,
  created_at   timestamptz(3) not null,
  read_at      timestamptz(3),
  -- When to mail it. Null: never, or a message has it.
  mail_due_at  timestamptz(3),
  mail_id      uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id) on delete cascade,
  foreign key (workspace_id, feedback_id) references feedback (workspace_id, id) on delete cascade,
  foreign key (workspace_id, comment_id) references comments (workspace_id, id) on delete cascade,
  foreign key (workspace_id, mail_id) references member_mails (workspace_id, id) on delete set null (mail_id),
  check ((kind = 'assigned') = (comment_id is null)),
  check (actor_type in ('key', 'member') or actor_id is null)
);
-- Nothing is in an inbox twice.
create unique index member_notifications_comment on member_notifications (workspace_id, comment_id, member_id)
  where comment_id is not null;
create unique index member_notifications_assigned on member_notifications (workspace_id, feedback_id, member_id)
  where kind = 'assigned';
create index member_notifications_newest on member_notifications (workspace_id, member_id, created_at desc, id desc);
create index member_notifications_unread on member_notifications (workspace_id, member_id, created_at desc, id desc)
  where read_at is null;
create index member_notifications_request on member_notifications
  (workspace_id, feedback_id, member_id, created_at desc, id desc);
create index member_notifications_mail_due on member_notifications (mail_due_at) where mail_due_at is not null;
create index member_notifications_mail on member_notifications (workspace_id, mail_id) where mail_id is not null;
create index member_notifications_read on member_notifications (read_at) where read_at is not null;
create index member_notifications_created on member_notifications (created_at);
