import { type RawBuilder, sql } from 'kysely'
import { eraseTexts } from '../../events/erase.ts'
import { recordEvent } from '../../events/record.ts'
import { keepMilestone } from '../../feedback/milestones.ts'
import { recountTrend } from '../../feedback/trend.ts'
import type { WriteScope } from '../../platform/scope.ts'

/** Deletes a customer's votes and updates the counters. @returns the number of votes */
export async function deleteVotes(tx: WriteScope, customerId: string): Promise<number> {
  const { db, workspaceId } = tx
  const { rows } = await sql<{ id: string; createdAt: string }>`
    with deleted as (
      delete from votes where workspace_id = ${workspaceId} and customer_id = ${customerId}
      returning feedback_id, created_at)
    update feedback f set votes = f.votes - 1, ${keepMilestone} from deleted
    where f.workspace_id = ${workspaceId} and f.id = deleted.feedback_id
    returning f.id, deleted.created_at as "createdAt"`.execute(db)
  for (const { id, createdAt } of rows) {
    recordEvent(tx, { type: 'vote.deleted', resourceId: id, data: { feedbackId: id, customerId, createdAt } })
  }
  recountTrend(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/**
 * Deletes the context of their requests: submitter, and source address and metadata, which may name them too.
 * @returns the number of requests
 */
export async function deleteFeedbackContext({ db, workspaceId }: WriteScope, customerId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('feedback_context')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Deletes a customer’s comments that are not public: those that wait for review, and those that were turned down. Erases
 * their texts from the log of events, because some of them were public before.
 */
export async function deletePendingComments(tx: WriteScope, customerId: string): Promise<void> {
  const rows = await tx.db
    .deleteFrom('pending_comments')
    .where('workspace_id', '=', tx.workspaceId)
    .where('customer_id', '=', customerId)
    .returning('id')
    .execute()
  eraseTexts(
    tx,
    rows.map(({ id }) => id),
  )
}

/**
 * Deletes a customer's follows, their earlier texts and waiting edits, and the reported texts that they removed. Erases
 * the texts of what they have edited from the log of events, because it has the earlier ones too.
 */
export async function deleteFollowsAndEdits(tx: WriteScope, customerId: string): Promise<void> {
  const { db, workspaceId } = tx
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(feedback_id, comment_id) as id from content_edits
    where workspace_id = ${workspaceId} and customer_id = ${customerId}`.execute(db)
  eraseTexts(
    tx,
    rows.map(({ id }) => id),
  )
  for (const table of ['follows', 'content_edits', 'pending_edits', 'report_evidence']) {
    await sql`delete from ${sql.table(table)} where workspace_id = ${workspaceId} and customer_id = ${customerId}`.execute(
      db,
    )
  }
}

/**
 * Deletes a customer’s uploads that no text shows. `keepsInRequests` narrows this to their own texts that stay: uploads that
 * only others quote are deleted too, and readers of the quotes see the alternative text.
 * @param keepsInRequests the ids of their requests that stay; null if everything that they wrote stays
 */
export async function deleteUnusedFiles(
  { db, workspaceId }: WriteScope,
  customerId: string,
  keepsInRequests: string[] | null,
): Promise<void> {
  const isOwnText =
    keepsInRequests === null ? sql`true` : sql`u.source = 'feedback' and u.source_id = any(${keepsInRequests}::uuid[])`
  await sql`
    delete from files f where f.workspace_id = ${workspaceId} and f.created_by_customer = ${customerId}
      and not exists (select from file_uses u
        where u.workspace_id = f.workspace_id and u.file_id = f.id and ${isOwnText})`.execute(db)
}

export async function deleteReactions({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  await db
    .deleteFrom('changelog_reactions')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Deletes a customer's deliveries. A message being sent still arrives, but its outcome is not recorded. */
export async function deleteDeliveries({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  await db
    .deleteFrom('notification_deliveries')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Deletes a customer's unused sign-in code, which is stored with their address. */
export async function deleteCodes({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  await sql`
    delete from customer_codes where workspace_id = ${workspaceId} and email = (
      select lower(c.email) from customers c where c.workspace_id = ${workspaceId} and c.id = ${customerId})`.execute(
    db,
  )
}

/** Removes a customer’s address from the list of people who may sign in to the private portal. */
export async function removeFromAllowList({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  const { rows } = await sql<{ email: string | null }>`
    select lower(email) as email from customers where workspace_id = ${workspaceId} and id = ${customerId}`.execute(db)
  const email = rows[0]?.email
  if (email == null) return
  await sql`
    update workspaces set portal_allowed_emails = array_remove(portal_allowed_emails, ${email})
    where workspace_id = ${workspaceId} and ${email} = any(portal_allowed_emails)`.execute(db)
}

/**
 * Removes the owner from the uploads of a customer. On a distributed database, deleting the customer does not (ADR
 * 0055).
 */
export async function clearUploader({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  await db
    .updateTable('files')
    .set({ created_by_customer: null })
    .where('workspace_id', '=', workspaceId)
    .where('created_by_customer', '=', customerId)
    .execute()
}

/** Matches merges of requests this customer submitted. @param merge the table alias */
export const isSubmittedBy = (merge: string, customerId: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${merge}.snapshot`)}->'context'->>'customer_id' = ${customerId}`

/** Matches merge snapshots that name this customer, as submitter, voter or follower. @param merge the table alias */
export const snapshotNames = (merge: string, customerId: string): RawBuilder<boolean> =>
  sql<boolean>`(${isSubmittedBy(merge, customerId)} or ${hasMember(merge, 'votes', customerId)}
    or ${hasMember(merge, 'follows', customerId)})`

/** Uses the containment operator that the indexes on merges support. */
const hasMember = (merge: string, member: 'votes' | 'follows', customerId: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${merge}.snapshot`)}->${sql.lit(member)} @> jsonb_build_array(jsonb_build_object('key', ${customerId}::text))`

/** Removes a customer's votes, follows and context from the snapshots of merged requests (server/feedback/merge). */
export async function eraseFromMergeSnapshots({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  const withoutOwn = (member: string) => sql`coalesce((
    select jsonb_agg(v) from jsonb_array_elements(coalesce(snapshot->${sql.lit(member)}, '[]')) v
    where v->>'key' <> ${customerId}), '[]')`
  await sql`
    update feedback_merges m set snapshot = snapshot || jsonb_build_object(
      'context', case when ${isSubmittedBy('m', customerId)} then 'null' else snapshot->'context' end,
      'votes', ${withoutOwn('votes')}, 'follows', ${withoutOwn('follows')})
    where m.workspace_id = ${workspaceId} and ${snapshotNames('m', customerId)}`.execute(db)
}
