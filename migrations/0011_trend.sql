-- How much the requests that are there already are wanted, by their age and their votes, and the order by it. Readers go on
-- meanwhile; writes to requests wait, about half a minute for 100,000, and some of them fail for waiting too long. All of the table is
-- held from the start: row by row, this and a writer of several requests could wait for one another.
lock table feedback in exclusive mode;
update feedback f set trend = extract(epoch from f.created_at) / 1209600 * ln(2) + ln(1 + f.votes);
create index feedback_trending on feedback (workspace_id, trend desc, id desc) where status = 'approved';
