-- What an undo has done so far, so that one that was killed reports everything in the end. Old processes may run beside this:
-- they insert into imports without the new columns, and do not read them.
alter table imports add column undo_deleted integer not null default 0;
alter table imports add column undo_restored integer not null default 0;
alter table imports add column undo_kept integer not null default 0;

-- What an undo kept belongs to no import any more, but a newer archive still finds it. Old processes read no import where it is null.
alter table archived_records alter column import_id drop not null;
