-- compatible: accepts more than before. Processes of the previous version never write the new step; if a step is skipped
-- there, a skipped import is open again.
alter table workspaces
  drop constraint workspaces_skipped_setup_steps_check,
  -- The steps of the console's setup checklist, with the import.
  add constraint workspaces_skipped_setup_steps_check check (skipped_setup_steps <@
    array['feedback', 'import', 'apiKey', 'portal', 'teammate', 'roadmap', 'changelogPublished', 'tracker', 'email']);
