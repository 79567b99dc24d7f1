import { type RawBuilder, sql } from 'kysely'
import { isTeam, permit } from '../platform/authorization.ts'
import { invalidState } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'

// Enough time for authors to correct a typo. Later edits are marked, because others may have read the earlier text.
const silentMinutes = 15

/**
 * Selects the time of the last edit by the author that readers see: null if the text was edited only within the first
 * minutes. @param item the table alias
 */
export const selectEditedAt = (item: string, of: 'feedback_id' | 'comment_id'): RawBuilder<string | null> =>
  sql<string | null>`(select max(e.created_at) from content_edits e
    where e.workspace_id = ${sql.ref(`${item}.workspace_id`)} and ${sql.ref(`e.${of}`)} = ${sql.ref(`${item}.id`)}
      and e.created_at > ${sql.ref(`${item}.created_at`)} + make_interval(mins => ${sql.lit(silentMinutes)}))`

/** An edit of public text that waits for review. */
export interface PendingEdit {
  id: string
  title: string | null
  body: string
}

/**
 * Selects a customer's waiting edit, or null.
 * @param item the alias of the table of requests or comments
 */
export const selectPendingEdit = (
  item: string,
  of: 'feedback_id' | 'comment_id',
  customerId: string | null,
): RawBuilder<PendingEdit | null> =>
  customerId === null
    ? sql<null>`null`
    : sql<PendingEdit | null>`(select json_build_object('id', w.id, 'title', w.title, 'body', w.body) from pending_edits w
    where w.workspace_id = ${sql.ref(`${item}.workspace_id`)} and ${sql.ref(`w.${of}`)} = ${sql.ref(`${item}.id`)}
      and w.status = 'pending' and w.customer_id = ${customerId}::uuid)`

/** A text that its author has replaced. */
export interface EarlierText {
  /** The request or comment. */
  itemId: string
  id: string
  /** When it was replaced. */
  at: string
  title: string | null
  body: string
}

/** Lists the earlier texts of requests and comments, newest first. @throws 403 for anyone but the team */
export async function listEarlierTexts({ db, workspaceId, actor }: Scope, ids: string[]): Promise<EarlierText[]> {
  permit(isTeam(actor))
  if (ids.length === 0) return []
  const { rows } = await sql<EarlierText>`
    select coalesce(feedback_id, comment_id) as "itemId", id, created_at as at, title, body from content_edits
    where workspace_id = ${workspaceId} and (feedback_id = any(${ids}::uuid[]) or comment_id = any(${ids}::uuid[]))
    order by created_at desc, id desc`.execute(db)
  return rows
}

// An edit takes its time from before it locks the text, so a page that was loaded a little later may not show it yet.
const slackSeconds = 10

/**
 * Rejects a decision on texts that their authors have edited since the team opened the page. Call it after locking the
 * texts.
 * @param seenAt when the page was loaded, ISO 8601
 * @throws 400
 */
export async function assertNotEditedSince(
  { db, workspaceId }: Scope,
  ids: string[],
  seenAt: string,
  message: string,
): Promise<void> {
  const { rows } = await sql`
    select from content_edits where workspace_id = ${workspaceId} and created_at > ${seenAt}::timestamptz - make_interval(secs => ${sql.lit(slackSeconds)})
      and (feedback_id = any(${ids}::uuid[]) or comment_id = any(${ids}::uuid[])) limit 1`.execute(db)
  if (rows.length > 0) throw invalidState(message)
}
