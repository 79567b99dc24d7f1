-- The team also sorts requests by trend that the portal does not show. Approved requests cost nothing more.
create index feedback_trending_unapproved on feedback (workspace_id, trend, id) where status <> 'approved';
