import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { sendsDistributedStatements } from '../../platform/db/kysely-dialect.ts'
import { pollQueue } from '../queues.ts'
import { isAbandoned, isPollDue } from './due.ts'
import type { TrackerJobDeps } from './job-deps.ts'

const pollBatchSize = 1_000
// Twenty thousand connections per run, and a run every five minutes.
const maxPollBatches = 20

/**
 * Enqueues a poll for each connection that has something due. Selecting a connection also sets the time of its next
 * poll to when its next link is due, so that two workers share a run and every connection gets its turn.
 */
export async function schedulePolls({ db }: Database, write: TrackerJobDeps['write']): Promise<void> {
  if (sendsDistributedStatements()) return schedulePollsOneByOne(db, write)
  for (let batch = 0; batch < maxPollBatches; batch++) {
    const { rows } = await sql<{ workspace_id: string; id: string; is_due: boolean }>`
      update tracker_connections c set poll_after = case status
        when 'revoked' then statement_timestamp() + interval '1 day'
        else greatest(statement_timestamp() + interval '4 minutes', least(statement_timestamp() + interval '15 minutes', (
          select min(l.poll_after) at time zone 'UTC' from tracker_links l
          where l.workspace_id = c.workspace_id and l.connection_id = c.id and l.state = 'active'))) end
      where (workspace_id, id) in (
        select workspace_id, id from tracker_connections
        where disconnected_at is null and poll_after < statement_timestamp()
          and coalesce(greatest(rate_limited_until, backoff_until), '-infinity') < statement_timestamp()
        order by poll_after limit ${pollBatchSize} for update skip locked)
      returning workspace_id, id,
        exists (select from tracker_links l where l.workspace_id = c.workspace_id and l.connection_id = c.id
          and l.state = 'active' and ${isPollDue('l')})
        or exists (select from tracker_links l where l.workspace_id = c.workspace_id and l.connection_id = c.id
          and l.state = 'creating' and ${isAbandoned('l')}) as is_due`.execute(db)
    for (const { workspace_id: workspaceId, id: connectionId, is_due } of rows) {
      if (is_due) await write(workspaceId, (tx) => tx.enqueue(pollQueue, { workspaceId, connectionId }))
    }
    if (rows.length < pollBatchSize) return
  }
}

/** Schedules polls on a distributed database, where the links of a connection are on the node of its workspace. */
async function schedulePollsOneByOne(db: Database['db'], write: TrackerJobDeps['write']): Promise<void> {
  const { rows } = await sql<{ workspace_id: string; id: string; is_revoked: boolean }>`
    select workspace_id, id, status = 'revoked' as is_revoked from tracker_connections
    where disconnected_at is null and poll_after < statement_timestamp()
      and coalesce(greatest(rate_limited_until, backoff_until), '-infinity') < statement_timestamp()
    order by poll_after limit ${pollBatchSize * maxPollBatches}`.execute(db)
  for (const { workspace_id: workspaceId, id: connectionId, is_revoked: isRevoked } of rows) {
    const { rows: links } = await sql<{ seconds: number; is_due: boolean }>`
      select greatest(240, least(900, extract(epoch from
          min(l.poll_after) filter (where l.state = 'active') at time zone 'UTC' - statement_timestamp())))::float8 as seconds,
        coalesce(bool_or((l.state = 'active' and ${isPollDue('l')}) or (l.state = 'creating' and ${isAbandoned('l')})), false)
          as is_due
      from tracker_links l where l.workspace_id = ${workspaceId} and l.connection_id = ${connectionId}`.execute(db)
    const { seconds, is_due: isDue } = links[0]!
    const { numAffectedRows } = await sql`
      update tracker_connections set poll_after = statement_timestamp() + make_interval(secs => ${isRevoked ? 86_400 : seconds})
      where workspace_id = ${workspaceId} and id = ${connectionId} and poll_after < statement_timestamp()`.execute(db)
    if (isDue && numAffectedRows === 1n) {
      await write(workspaceId, (tx) => tx.enqueue(pollQueue, { workspaceId, connectionId }))
    }
  }
}
