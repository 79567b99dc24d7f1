-- Indexes that find the merges whose snapshots name a customer, for data retention and for deleting a customer. Without
-- them, every customer needs a scan of all snapshots of the workspace. Processes of earlier versions may keep running.
create index feedback_merges_submitter on feedback_merges (workspace_id, (snapshot->'context'->>'customer_id'));
create index feedback_merges_voters on feedback_merges using gin ((snapshot->'votes') jsonb_path_ops);
create index feedback_merges_followers on feedback_merges using gin ((snapshot->'follows') jsonb_path_ops);
