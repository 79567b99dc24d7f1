-- Whether acts of the team email people unless the team member chooses otherwise. The API always emails.
alter table workspaces
  add column notifies_stages    boolean not null default true,
  add column notifies_approvals boolean not null default true,
  add column notifies_replies   boolean not null default true;

alter table notification_events
  -- The stage after a stage change. Null: recorded by a process of an earlier version.
  add column to_stage text check (to_stage in ('pending', 'in_review', 'planned', 'in_progress', 'completed', 'closed')),
  -- What the team tells the recipients with a stage change.
  add column note text check (char_length(note) between 1 and 500),
  -- The HTTP request that caused it, so that undoing its changes takes the mail back.
  add column request_id text,
  add check (kind = 'stage' or (to_stage is null and note is null));
create index notification_events_request on notification_events (workspace_id, request_id)
  where digest_id is null and request_id is not null;

alter table notification_digests
  add column note text check (char_length(note) between 1 and 500),
  -- The HTTP requests whose changes it reports, for the history of the request.
  add column request_ids text[] not null default '{}';
