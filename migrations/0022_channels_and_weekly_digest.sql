-- Channels of Slack, Discord and Microsoft Teams (ADR 0041). A channel is a webhook that gets messages instead of events.
alter table webhooks
  -- Null for a webhook that gets events. A channel seals its URL in `secret`, and `url` shows only the end of it; `events`
  -- are kinds of messages, and `description` is its name.
  add column provider text check (provider in ('slack', 'discord', 'teams')),
  -- The boards that it hears about; empty for all. A deleted board stays, so that its channel does not hear about all.
  add column board_ids uuid[] not null default '{}';

alter table webhook_deliveries
  -- How many events the delivery reports. More than one only in a message that summarizes them.
  add column event_count integer not null default 1 check (event_count > 0),
  drop constraint webhook_deliveries_status_check,
  -- What a message was about may be gone before it is sent. Then it is skipped.
  add constraint webhook_deliveries_status_check check (status in ('pending', 'succeeded', 'failed', 'skipped'));

-- The weekly digest: an email to team members on Mondays.
alter table members
  -- Null if the member has not chosen: then owners get it.
  add column weekly_digest boolean,
  -- The Monday of the last digest that was sent.
  add column weekly_digest_sent_on date;
alter table workspaces
  add column sends_weekly_digest boolean not null default true,
  -- The Monday whose digests have been enqueued.
  add column weekly_digest_enqueued_on date;
