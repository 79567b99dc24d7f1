-- What a workspace calls the public stages. Null: the default name.
alter table workspaces
  add column stage_label_in_review   text check (char_length(stage_label_in_review) between 1 and 40),
  add column stage_label_planned     text check (char_length(stage_label_planned) between 1 and 40),
  add column stage_label_in_progress text check (char_length(stage_label_in_progress) between 1 and 40),
  add column stage_label_completed   text check (char_length(stage_label_completed) between 1 and 40),
  add column stage_label_closed      text check (char_length(stage_label_closed) between 1 and 40);

-- Who is told about the entry: everyone who gets announcements; those of them who submitted or voted for one of its linked
-- requests, for a request on a board, or for one with a tag; or nobody.
alter table announcements
  add column audience    text not null default 'everyone' check (audience in ('everyone', 'asked', 'board', 'tag', 'nobody')),
  -- The board or the tag. It may be deleted before the entry.
  add column audience_id uuid,
  add check ((audience in ('board', 'tag')) = (audience_id is not null));
