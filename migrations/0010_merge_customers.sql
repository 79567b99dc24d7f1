-- Finds the merges that name a customer, for data retention and for deleting a customer: without these indexes, each
-- customer costs a scan of every snapshot of the workspace. Processes of earlier versions may run beside this one.
create index feedback_merges_submitter on feedback_merges (workspace_id, (snapshot->'context'->>'customer_id'));
create index feedback_merges_voters on feedback_merges using gin ((snapshot->'votes') jsonb_path_ops);
create index feedback_merges_followers on feedback_merges using gin ((snapshot->'follows') jsonb_path_ops);
