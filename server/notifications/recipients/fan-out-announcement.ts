import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'
import { isAddressed, isSilent } from './announcement-recipients.ts'
import { enqueueDelivery } from '../queues.ts'

/** Customers that one transaction looks at, and one job writes to. */
const customersAtOnce = 1_000

const first = '00000000-0000-0000-0000-000000000000'

/**
 * Writes the next deliveries of an entry, with the job that sends them: for customers that the workspace had when the
 * entry was published, who have an address and have taken part or chosen. Who wants no news has a row that says so. In
 * the order of their ids, going on where the last transaction stopped, so that a crash or a second worker changes nothing.
 * @returns whether there are more.
 */
export async function listRecipients(tx: WriteScope, entryId: string): Promise<boolean> {
  const announcement = await tx.db
    .selectFrom('announcements')
    .select(['due_at', 'listed_through', 'listed_pages', 'listed_at'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('entry_id', '=', entryId)
    .forUpdate()
    .executeTakeFirst()
  // Deleted with its entry, or done.
  if (!announcement || announcement.listed_at !== null) return false
  const page = announcement.listed_pages
  const after = announcement.listed_through ?? first
  const last = await addDeliveries(tx, entryId, after, announcement.due_at)
  tx.defer(
    tx.db
      .updateTable('announcements')
      .set(last === null ? { listed_at: tx.now } : { listed_through: last, listed_pages: page + 1 })
      .where('workspace_id', '=', tx.workspaceId)
      .where('entry_id', '=', entryId)
      .execute(),
  )
  if (last === null) return false
  await enqueueDelivery(tx, { workspaceId: tx.workspaceId, entryId, after, through: last, page })
  return true
}

/** @returns the id of the last customer that was looked at; null when there is none after `after`. */
async function addDeliveries(tx: WriteScope, entryId: string, after: string, asOf: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with page as (
      select c.id, c.email, ${isSilent('c')} as is_silent, ${isAddressed('c')} as is_addressed
      from customers c where c.workspace_id = ${tx.workspaceId} and c.id > ${after} and c.created_at <= ${asOf}
      order by c.id limit ${customersAtOnce}),
    added as (
      insert into deliveries (workspace_id, entry_id, customer_id, state, due_at, created_at, ended_at)
      select ${tx.workspaceId}, ${entryId}, id, case when is_silent then 'suppressed' else 'due' end, ${tx.now}, ${tx.now},
             case when is_silent then ${tx.now}::timestamptz end
      from page where email is not null and is_addressed
      on conflict do nothing)
    select id from page order by id desc limit 1`.execute(tx.db)
  return rows[0]?.id ?? null
}
