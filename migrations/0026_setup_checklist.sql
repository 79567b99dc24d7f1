alter table workspaces
  -- Steps of the console's setup checklist that the team doesn't need.
  add column skipped_setup_steps text[] not null default '{}'
    check (skipped_setup_steps <@ array['feedback', 'apiKey', 'portal', 'teammate', 'roadmap', 'changelogPublished', 'tracker', 'email']);
