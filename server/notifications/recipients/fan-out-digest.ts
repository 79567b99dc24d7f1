import { sql } from 'kysely'
import { nilUuid } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { enqueueDelivery } from '../queues.ts'
import { digestContentFor } from './digest-recipients.ts'

/** Customers that one transaction looks at, and one job writes to. */
const batchSize = 1_000

/**
 * Writes the next deliveries of a bundle, with the job that sends them, as `listRecipients` does for an entry: for those
 * who take part in its request and want to hear something of it. Who has opted out of all mail has a row that says so.
 * @returns whether there are more.
 */
export async function fanOutDigest(tx: WriteScope, digestId: string): Promise<boolean> {
  const { db, workspaceId } = tx
  const bundle = await db
    .selectFrom('notification_digests')
    .select(['feedback_id', 'fanout_cursor', 'fanout_batches', 'fanned_out_at'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', digestId)
    .forUpdate()
    .executeTakeFirst()
  // Deleted with its request, or done.
  if (!bundle || bundle.fanned_out_at !== null) return false
  const page = bundle.fanout_batches
  const after = bundle.fanout_cursor ?? nilUuid
  const last = await insertDeliveries(tx, { digestId, feedbackId: bundle.feedback_id, after })
  tx.defer(
    db
      .updateTable('notification_digests')
      .set(last === null ? { fanned_out_at: tx.now } : { fanout_cursor: last, fanout_batches: page + 1 })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', digestId)
      .execute(),
  )
  if (last === null) return false
  await enqueueDelivery(tx, { workspaceId, digestId, after, through: last, page })
  return true
}

interface Batch {
  digestId: string
  feedbackId: string
  after: string
}

/** @returns the id of the last customer that was looked at; null when there is none after `after`. */
async function insertDeliveries(tx: WriteScope, { digestId, feedbackId, after }: Batch): Promise<string | null> {
  const { workspaceId, now } = tx
  const { rows } = await sql<{ id: string }>`
    with page as materialized (
      select id from (
        (select customer_id as id from votes
          where workspace_id = ${workspaceId} and feedback_id = ${feedbackId} and customer_id > ${after}
          order by customer_id limit ${batchSize})
        union select customer_id from feedback_context
          where workspace_id = ${workspaceId} and feedback_id = ${feedbackId} and customer_id > ${after}
        union select p.customer_id from notification_events n
          join comments m on m.workspace_id = n.workspace_id and m.id = n.comment_id
          join comments p on p.workspace_id = m.workspace_id and p.id = m.parent_id
          where n.workspace_id = ${workspaceId} and n.digest_id = ${digestId} and p.customer_id > ${after}) hearers
      order by id limit ${batchSize}),
    hearing as (
      select c.id, c.mail_opted_out_at is not null or c.mail_bounced_at is not null as is_suppressed
      from page join customers c on c.workspace_id = ${workspaceId} and c.id = page.id
      cross join lateral (${digestContentFor(digestId)}) news
      where c.email is not null and (news.includes_stage or news.reply_ids <> '{}')),
    added as (
      insert into notification_deliveries (workspace_id, digest_id, customer_id, state, due_at, created_at, ended_at)
      select ${workspaceId}, ${digestId}, id, case when is_suppressed then 'suppressed' else 'due' end, ${now}, ${now},
             case when is_suppressed then ${now}::timestamptz end
      from hearing
      on conflict do nothing)
    select id from page order by id desc limit 1`.execute(tx.db)
  return rows[0]?.id ?? null
}
