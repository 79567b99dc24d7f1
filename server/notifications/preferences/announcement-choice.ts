import { sql } from 'kysely'
import { isSelf } from '../../customers/self/is-self.ts'
import { permit } from '../../platform/authorization.ts'
import type { Scope } from '../../platform/scope.ts'
import { wantsAnnouncements } from '../recipients/announcement-recipients.ts'
import { isMailStopped } from '../recipients/suppression.ts'

/**
 * Returns whether to ask a customer if they want announcements: they have an address, don't get announcements, and have
 * neither agreed nor declined. @throws 403
 */
export async function isUndecidedOnAnnouncements(scope: Scope, customerId: string): Promise<boolean> {
  permit(isSelf(scope.actor, customerId))
  const { db, workspaceId } = scope
  const { rows } = await sql`
    select from customers c
    where c.workspace_id = ${workspaceId} and c.id = ${customerId} and c.email is not null
      and c.notify_changelog is null and not ${wantsAnnouncements('c')} and not ${isMailStopped('c')}`.execute(db)
  return rows.length > 0
}

/**
 * Returns whether a customer has unsubscribed since a time, after which an older link must not subscribe them again.
 */
export async function isUnsubscribedSince(scope: Scope, customerId: string, since: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom('customers')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', customerId)
    .where('unsubscribed_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined
}
