alter table changelog_entries
  -- What the team chose for the publication of a scheduled entry (changelog/publishing/plan.ts).
  add column publish_audience    text not null default 'everyone'
    check (publish_audience in ('everyone', 'asked', 'board', 'tag', 'nobody')),
  add column publish_audience_id uuid,
  add column completes_linked    boolean not null default false,
  add column completion_notifies boolean not null default true,
  add column completion_note     text check (char_length(completion_note) between 1 and 500),
  add check ((publish_audience in ('board', 'tag')) = (publish_audience_id is not null));

alter table notification_digests
  -- The HTTP request that changed the stage: `request_ids` also has those of the replies. Null: no stage, or an older digest.
  add column stage_request_id text,
  -- The number of sent messages that reported the stage, and that held each reply, by the id of the comment.
  add column told_of_stage    integer not null default 0,
  add column told_of_replies  jsonb   not null default '{}';

-- What the message of a digest told its recipient. Null: not sent yet, an announcement, or sent by an earlier version.
alter table notification_deliveries
  add column includes_stage boolean,
  add column reply_ids      uuid[];

update notification_digests b set told_of_stage = told.count
from (select workspace_id, digest_id, count(*) as count from notification_deliveries
  where digest_id is not null and state = 'sent' group by workspace_id, digest_id) told
where b.workspace_id = told.workspace_id and b.id = told.digest_id and b.stage is not null;
