import type { PoolClient } from 'pg'
import { lockCounter } from '../../customers/tracking/counter.ts'
import { kyselyOnClient } from '../../platform/db/kysely-dialect.ts'

/**
 * Corrects counters of requests, entries and the workspace that differ from the rows, because records were refused or
 * rows were added to existing requests.
 */
export async function recountCounters(client: PoolClient, workspaceId: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local statement_timeout = '10min'`)
    await lockCounter({ db: kyselyOnClient(client), workspaceId })
    for (const statement of statements) await client.query(statement, [workspaceId])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const statements = [
  `with counted as (
     select f.workspace_id, f.id, f.votes_without_voters + coalesce(m.votes, 0) + coalesce(v.votes, 0) as votes,
       coalesce(c.comments, 0) as comments
     from feedback f
     left join (select feedback_id, count(*)::int as votes from votes where workspace_id = $1 group by 1) v
       on v.feedback_id = f.id
     left join (select feedback_id, count(*)::int as comments from comments
       where workspace_id = $1 and feedback_id is not null and not is_internal group by 1) c on c.feedback_id = f.id
     left join (select into_id, sum((snapshot #>> '{row,votes_without_voters}')::int)::int as votes from feedback_merges
       where workspace_id = $1 group by 1) m on m.into_id = f.id
     where f.workspace_id = $1)
   update feedback f set votes = counted.votes, comments = counted.comments from counted
   where f.workspace_id = counted.workspace_id and f.id = counted.id
     and (f.votes <> counted.votes or f.comments <> counted.comments)`,
  `update changelog_entries e set comments = counted.comments
   from (select e.id, count(c.id)::int as comments from changelog_entries e
     left join comments c on c.workspace_id = e.workspace_id and c.entry_id = e.id and not c.is_internal
     where e.workspace_id = $1 group by e.id) counted
   where e.workspace_id = $1 and e.id = counted.id and e.comments <> counted.comments`,
  `update workspace_usage u set tracked_customers = counted.customers
   from (select count(*)::int as customers from customers where workspace_id = $1 and is_tracked) counted
   where u.workspace_id = $1 and u.tracked_customers <> counted.customers`,
]
