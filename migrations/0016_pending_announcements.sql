-- Every five minutes, a job looks for announcements whose fan-out has lost its job.
create index announcements_pending_fanout on announcements (due_at) where fanned_out_at is null;
