import { sql } from 'kysely'
import { enqueueDelivery } from '../queues.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { newsFor } from './digest-recipients.ts'

/** Customers that one transaction looks at, and one job writes to. */
const customersAtOnce = 1_000

const first = '00000000-0000-0000-0000-000000000000'

/**
 * Writes the next deliveries of a bundle, with the job that sends them, as `listRecipients` does for an entry: for those
 * who take part in its request and want to hear something of it. Who has opted out of all mail has a row that says so.
 * @returns whether there are more.
 */
export async function listHearers(tx: WriteScope, bundleId: string): Promise<boolean> {
  const { db, workspaceId } = tx
  const bundle = await db
    .selectFrom('news_bundles')
    .select(['feedback_id', 'listed_through', 'listed_pages', 'listed_at'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', bundleId)
    .forUpdate()
    .executeTakeFirst()
  // Deleted with its request, or done.
  if (!bundle || bundle.listed_at !== null) return false
  const page = bundle.listed_pages
  const after = bundle.listed_through ?? first
  const last = await addDeliveries(tx, { bundleId, feedbackId: bundle.feedback_id, after })
  tx.defer(
    db
      .updateTable('news_bundles')
      .set(last === null ? { listed_at: tx.now } : { listed_through: last, listed_pages: page + 1 })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', bundleId)
      .execute(),
  )
  if (last === null) return false
  await enqueueDelivery(tx, { workspaceId, bundleId, after, through: last, page })
  return true
}

interface Page {
  bundleId: string
  feedbackId: string
  after: string
}

/** @returns the id of the last customer that was looked at; null when there is none after `after`. */
async function addDeliveries(tx: WriteScope, { bundleId, feedbackId, after }: Page): Promise<string | null> {
  const { workspaceId, now } = tx
  const { rows } = await sql<{ id: string }>`
    with page as materialized (
      select id from (
        (select customer_id as id from votes
          where workspace_id = ${workspaceId} and feedback_id = ${feedbackId} and customer_id > ${after}
          order by customer_id limit ${customersAtOnce})
        union select customer_id from feedback_context
          where workspace_id = ${workspaceId} and feedback_id = ${feedbackId} and customer_id > ${after}
        union select p.customer_id from news n
          join comments m on m.workspace_id = n.workspace_id and m.id = n.comment_id
          join comments p on p.workspace_id = m.workspace_id and p.id = m.parent_id
          where n.workspace_id = ${workspaceId} and n.bundle_id = ${bundleId} and p.customer_id > ${after}) hearers
      order by id limit ${customersAtOnce}),
    hearing as (
      select c.id, c.mail_opted_out_at is not null or c.mail_stopped_at is not null as is_silent
      from page join customers c on c.workspace_id = ${workspaceId} and c.id = page.id
      cross join lateral (${newsFor(bundleId)}) news
      where c.email is not null and (news.hears_stage or news.reply_ids <> '{}')),
    added as (
      insert into deliveries (workspace_id, bundle_id, customer_id, state, due_at, created_at, ended_at)
      select ${workspaceId}, ${bundleId}, id, case when is_silent then 'suppressed' else 'due' end, ${now}, ${now},
             case when is_silent then ${now}::timestamptz end
      from hearing
      on conflict do nothing)
    select id from page order by id desc limit 1`.execute(tx.db)
  return rows[0]?.id ?? null
}
