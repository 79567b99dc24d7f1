-- The board of a request is in its workspace, and so it already requires the workspace. Checking both costs each insert.
alter table feedback drop constraint feedback_workspace_id_fkey;
