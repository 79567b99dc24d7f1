import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import type { WriteScope } from '../platform/scope.ts'
import { announceQueue, enqueueDelivery } from './queues.ts'

// What has waited for so long and has no job waits for nobody: a lost job, or a dead one that was removed.
const lateMinutes = 10

const everybody = { after: '00000000-0000-0000-0000-000000000000', through: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

interface Stranded {
  workspace_id: string
  entry_id: string
}

/**
 * Gives announcements a job that have work to do and none that does it. The rows say what is to be done; jobs only see to
 * it, and a queue can lose one. A job too many does no harm: messages are claimed one by one.
 * @returns the entries that got one.
 */
export async function sweepAnnouncements(
  { db }: Database,
  write: (workspaceId: string, work: (scope: WriteScope) => Promise<void>) => Promise<void>,
): Promise<string[]> {
  const hasNoJob = (queue: string, entry: ReturnType<typeof sql>) => sql`not exists (
    select from pgboss.job j where j.name = ${queue} and j.state in ('created', 'retry', 'active')
      and j.data->>'entryId' = ${entry}::text)`
  const { rows: unlisted } = await sql<Stranded>`
    select workspace_id, entry_id from announcements
    where listed_at is null and due_at < now() - make_interval(mins => ${lateMinutes})
      and ${hasNoJob('announce', sql`entry_id`)} limit 100`.execute(db)
  for (const { workspace_id: workspaceId, entry_id: entryId } of unlisted) {
    await write(workspaceId, (scope) => scope.enqueue(announceQueue, { workspaceId, entryId }))
  }
  const { rows: undelivered } = await sql<Stranded>`
    select workspace_id, entry_id from (
      select distinct workspace_id, entry_id from deliveries
      where state in ('due', 'sending') and due_at < now() - make_interval(mins => ${lateMinutes})) d
    where ${hasNoJob('deliver', sql`entry_id`)} limit 100`.execute(db)
  for (const { workspace_id: workspaceId, entry_id: entryId } of undelivered) {
    await write(workspaceId, (scope) => enqueueDelivery(scope, { workspaceId, entryId, ...everybody, page: 0 }))
  }
  return [...unlisted, ...undelivered].map(({ entry_id }) => entry_id)
}
