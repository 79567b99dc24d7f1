import { sql } from 'kysely'
import { nilUuid } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { enqueueDelivery } from '../queues.ts'
import { isAnnouncementRecipient, isSuppressed } from './announcement-recipients.ts'

/** Customers that one transaction looks at, and one job writes to. */
const batchSize = 1_000

/**
 * Writes the next deliveries of an entry, with the job that sends them: for customers that the workspace had when the
 * entry was published, who have an address and have taken part or chosen. Who wants no news has a row that says so. In
 * the order of their ids, going on where the last transaction stopped, so that a crash or a second worker changes nothing.
 * @returns whether there are more.
 */
export async function fanOutAnnouncement(tx: WriteScope, entryId: string): Promise<boolean> {
  const announcement = await tx.db
    .selectFrom('announcements')
    .select(['due_at', 'fanout_cursor', 'fanout_batches', 'fanned_out_at'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('entry_id', '=', entryId)
    .forUpdate()
    .executeTakeFirst()
  // Deleted with its entry, or done.
  if (!announcement || announcement.fanned_out_at !== null) return false
  const page = announcement.fanout_batches
  const after = announcement.fanout_cursor ?? nilUuid
  const last = await insertDeliveries(tx, entryId, after, announcement.due_at)
  tx.defer(
    tx.db
      .updateTable('announcements')
      .set(last === null ? { fanned_out_at: tx.now } : { fanout_cursor: last, fanout_batches: page + 1 })
      .where('workspace_id', '=', tx.workspaceId)
      .where('entry_id', '=', entryId)
      .execute(),
  )
  if (last === null) return false
  await enqueueDelivery(tx, { workspaceId: tx.workspaceId, entryId, after, through: last, page })
  return true
}

/** @returns the id of the last customer that was looked at; null when there is none after `after`. */
async function insertDeliveries(tx: WriteScope, entryId: string, after: string, asOf: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with page as (
      select c.id, c.email, ${isSuppressed('c')} as is_suppressed, ${isAnnouncementRecipient('c')} as is_eligible
      from customers c where c.workspace_id = ${tx.workspaceId} and c.id > ${after} and c.created_at <= ${asOf}
      order by c.id limit ${batchSize}),
    added as (
      insert into notification_deliveries (workspace_id, entry_id, customer_id, state, due_at, created_at, ended_at)
      select ${tx.workspaceId}, ${entryId}, id, case when is_suppressed then 'suppressed' else 'due' end, ${tx.now}, ${tx.now},
             case when is_suppressed then ${tx.now}::timestamptz end
      from page where email is not null and is_eligible
      on conflict do nothing)
    select id from page order by id desc limit 1`.execute(tx.db)
  return rows[0]?.id ?? null
}
