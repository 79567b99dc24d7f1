import { sql } from 'kysely'
import { tellQueue } from './digests/queue.ts'
import type { Database } from '../platform/db/database.ts'
import type { WriteScope } from '../platform/scope.ts'
import { announceQueue, enqueueDelivery } from './queues.ts'

// What has waited for so long and has no job waits for nobody: a lost job, or a dead one that was removed.
const lateMinutes = 10

const everybody = { after: '00000000-0000-0000-0000-000000000000', through: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

interface Stranded {
  workspace_id: string
  entry_id: string | null
  bundle_id: string | null
}

type Write = (workspaceId: string, work: (scope: WriteScope) => Promise<void>) => Promise<void>

/**
 * Gives announcements and news a job that have work to do and none that does it. The rows say what is to be done; jobs
 * only see to it, and a queue can lose one. A job too many does no harm: messages are claimed one by one.
 * @returns the entries and bundles that got one.
 */
export async function sweepMail({ db }: Database, write: Write): Promise<string[]> {
  const { rows: unlisted } = await sql<Stranded>`
    (select workspace_id, entry_id, null::uuid as bundle_id from announcements
    where listed_at is null and due_at < ${isLate} and ${hasNoJob('announce', 'entryId', 'announcements.entry_id')} limit 100)
    union all
    (select workspace_id, null, id from news_bundles
    where listed_at is null and created_at < ${isLate} and ${hasNoJob('tell', 'bundleId', 'news_bundles.id')} limit 100)`.execute(
    db,
  )
  for (const { workspace_id: workspaceId, entry_id: entryId, bundle_id: bundleId } of unlisted) {
    await write(workspaceId, (scope) =>
      entryId === null
        ? scope.enqueue(tellQueue, { workspaceId, bundleId: bundleId! })
        : scope.enqueue(announceQueue, { workspaceId, entryId }),
    )
  }
  const { rows: undelivered } = await sql<Stranded>`
    select workspace_id, entry_id, bundle_id from (
      select distinct workspace_id, entry_id, bundle_id from deliveries
      where state in ('due', 'sending') and due_at < ${isLate}) d
    where ${hasNoJob('deliver', 'entryId', 'd.entry_id')} and ${hasNoJob('deliver', 'bundleId', 'd.bundle_id')}
    limit 100`.execute(db)
  for (const { workspace_id: workspaceId, entry_id: entryId, bundle_id: bundleId } of undelivered) {
    const subject = entryId === null ? { bundleId: bundleId! } : { entryId }
    await write(workspaceId, (scope) => enqueueDelivery(scope, { workspaceId, ...subject, ...everybody, page: 0 }))
  }
  return [...unlisted, ...undelivered].map(({ entry_id, bundle_id }) => entry_id ?? bundle_id!)
}

const isLate = sql`now() - make_interval(mins => ${sql.lit(lateMinutes)})`

const hasNoJob = (queue: string, member: string, column: string) => sql`not exists (
  select from pgboss.job j where j.name = ${queue} and j.state in ('created', 'retry', 'active')
    and j.data->>${sql.lit(member)} = ${sql.ref(column)}::text)`
