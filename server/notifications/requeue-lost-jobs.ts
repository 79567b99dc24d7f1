import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import { nilUuid } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import { digestQueue } from './digests/queues.ts'
import { announceQueue, enqueueDelivery } from './queues.ts'

// Work that is overdue by this long without a job has lost it: the queue lost it, or an operator removed a dead job.
const lateMinutes = 10

const allCustomers = { after: nilUuid, through: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

interface LostWork {
  workspace_id: string
  entry_id: string | null
  digest_id: string | null
}

type Write = (workspaceId: string, work: (scope: WriteScope) => Promise<void>) => Promise<void>

/**
 * Enqueues jobs for announcements and digests that have pending work and no job. A superfluous job is harmless, because
 * deliveries are claimed one by one.
 * @returns the ids of those entries and digests.
 */
export async function requeueLostJobs({ db }: Database, write: Write): Promise<string[]> {
  const { rows: notFannedOut } = await sql<LostWork>`
    (select workspace_id, entry_id, null::uuid as digest_id from announcements
    where fanned_out_at is null and due_at < ${lateBefore} and ${hasNoJob('announce', 'entryId', 'announcements.entry_id')} limit 100)
    union all
    (select workspace_id, null, id from notification_digests
    where fanned_out_at is null and created_at < ${lateBefore} and ${hasNoJob('digest', 'digestId', 'notification_digests.id')} limit 100)`.execute(
    db,
  )
  for (const { workspace_id: workspaceId, entry_id: entryId, digest_id: digestId } of notFannedOut) {
    await write(workspaceId, (scope) =>
      entryId === null
        ? scope.enqueue(digestQueue, { workspaceId, digestId: digestId! })
        : scope.enqueue(announceQueue, { workspaceId, entryId }),
    )
  }
  const { rows: undelivered } = await sql<LostWork>`
    select workspace_id, entry_id, digest_id from (
      select distinct workspace_id, entry_id, digest_id from notification_deliveries
      where state in ('due', 'sending') and due_at < ${lateBefore}) d
    where ${hasNoJob('deliver', 'entryId', 'd.entry_id')} and ${hasNoJob('deliver', 'digestId', 'd.digest_id')}
    limit 100`.execute(db)
  for (const { workspace_id: workspaceId, entry_id: entryId, digest_id: digestId } of undelivered) {
    const source = entryId === null ? { digestId: digestId! } : { entryId }
    await write(workspaceId, (scope) => enqueueDelivery(scope, { workspaceId, ...source, ...allCustomers, page: 0 }))
  }
  return [...notFannedOut, ...undelivered].map(({ entry_id, digest_id }) => entry_id ?? digest_id!)
}

const lateBefore = sql`now() - make_interval(mins => ${sql.lit(lateMinutes)})`

// An uncorrelated subquery, because Citus joins no table of the coordinator, such as that of jobs, to those of workspaces.
const hasNoJob = (queue: string, member: string, column: string) => sql`(${sql.ref(column)} is null
  or ${sql.ref(column)}::text not in (
    select j.data->>${sql.lit(member)} from pgboss.job j
    where j.name = ${queue} and j.state in ('created', 'retry', 'active') and j.data->>${sql.lit(member)} is not null))`
