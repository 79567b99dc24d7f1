import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'

/** Adds an owner by address. If they have no account yet, they get one by signing in with an email code. */
export function addOwner(tx: WriteScope, email: string): void {
  tx.defer(
    sql`insert into members (workspace_id, id, email, role, created_at, account_id, joined_at)
        select ${tx.workspaceId}, ${newId()}, ${email}, 'owner', ${tx.now}, account.id, account.joined_at
        from (select 1) one left join lateral (
          select id, ${tx.now}::timestamptz as joined_at from accounts
          where lower(email) = lower(${email}) and is_verified) account on true`.execute(tx.db),
  )
}

/** Adds an account as an owner of the workspace. */
export async function addAccountAsOwner(
  tx: WriteScope,
  { accountId, email, memberId }: { accountId: string; email: string; memberId: string },
): Promise<void> {
  await tx.db
    .insertInto('members')
    .values({
      workspace_id: tx.workspaceId,
      id: memberId,
      email,
      role: 'owner',
      account_id: accountId,
      created_at: tx.now,
      joined_at: tx.now,
    })
    .execute()
  // The new member is the actor, as when accepting an invitation.
  audit({ ...tx, actor: { type: 'member', id: memberId } }, 'member.joined', memberId, { email, role: 'owner' })
}
