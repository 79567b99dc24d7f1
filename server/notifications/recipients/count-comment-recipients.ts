import { sql } from 'kysely'
import { isVisible } from '../../feedback/public/visibility.ts'
import type { Scope } from '../../platform/scope.ts'
import { type RecipientCount, toRecipientCount } from './count-recipients.ts'
import { mayBeMailedAbout, wantsStaffReply } from './request-audience.ts'
import { isMailStopped } from './suppression.ts'

/**
 * Counts the people whom customers' comments email, or would email once approved: the author of the comment that each
 * one answers. Omits comments that email no one.
 */
export async function countCommentRecipients(
  { db, workspaceId, now }: Scope,
  commentIds: string[],
): Promise<Map<string, RecipientCount>> {
  if (commentIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; lastDigestAt: string | null }>`
    select m.id, (select max(b.created_at) from notification_digests b
      where b.workspace_id = f.workspace_id and b.feedback_id = f.id) as "lastDigestAt"
    from (
      select workspace_id, id, feedback_id, parent_id, customer_id from pending_comments
      where workspace_id = ${workspaceId} and id = any(${commentIds}::uuid[])
      union all select workspace_id, id, feedback_id, parent_id, customer_id from comments
      where workspace_id = ${workspaceId} and id = any(${commentIds}::uuid[]) and kind = 'comment') m
    join comments p on p.workspace_id = m.workspace_id and p.id = m.parent_id
    join customers c on c.workspace_id = p.workspace_id and c.id = p.customer_id and c.id is distinct from m.customer_id
    join feedback f on f.workspace_id = m.workspace_id and f.id = m.feedback_id
    where ${isVisible('f')} and c.email is not null and not ${isMailStopped('c')} and ${mayBeMailedAbout('c', 'f')}
      and ${wantsStaffReply('c', sql<boolean>`false`, sql<boolean>`true`)}`.execute(db)
  return new Map(rows.map(({ id, lastDigestAt }) => [id, toRecipientCount(1, lastDigestAt, now)]))
}
