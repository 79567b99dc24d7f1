import { type RawBuilder, sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit, type Role } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { grantableScopes } from './grantable-scopes.ts'
import { appsCan } from './permissions.ts'

/*
 * When an authorization ends, its tokens become invalid in every process within a second, like revoked keys
 * (credentials/authenticate.ts). It ends when
 * - the member or an admin revokes it (`team`), or the app does (`app`),
 * - a code or refresh token is used twice, so it may have been stolen (`reuse`),
 * - the member gets a role that cannot grant its scopes (`role`), or leaves the team (`membership`),
 * - the member's account is recovered or its password reset (`account`),
 * - the app is no longer registered (`registration`).
 */

/** Why an authorization ended. */
type EndReason = 'team' | 'app' | 'reuse' | 'role' | 'membership' | 'account' | 'registration'

/**
 * Ends an authorization of any member; idempotent. As with a key, wait `leaseMs` after the commit before reporting
 * success. @throws 404, 403
 */
export async function revokeAuthorization(tx: WriteScope, id: string): Promise<void> {
  permit(appsCan(tx.actor).revokeAll)
  await revoke(tx, id, sql`true`)
}

/** Ends an authorization that the acting member gave; idempotent. @throws 404, 403 */
export async function revokeOwnAuthorization(tx: WriteScope, id: string): Promise<void> {
  permit(appsCan(tx.actor).authorize)
  await revoke(tx, id, sql`member_id = ${tx.actor.id}`)
}

async function revoke(tx: WriteScope, id: string, condition: RawBuilder<boolean>): Promise<void> {
  const row = await tx.db
    .selectFrom('app_authorizations')
    .select('ended_at')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .where(condition)
    .executeTakeFirst()
  if (!row) throw notFound()
  await endAuthorizations(tx, sql`id = ${id}`, 'team')
}

/** Ends the authorizations of a member who leaves. */
export const endAuthorizationsOfMember = (tx: WriteScope, memberId: string): Promise<void> =>
  endAuthorizations(tx, sql`member_id = ${memberId}`, 'membership')

/**
 * Ends the authorizations that a person gave in all their workspaces, because an intruder in their account may have
 * given them.
 */
export const endAuthorizationsOfAccount = (tx: Omit<WriteScope, 'workspaceId'>, accountId: string): Promise<void> =>
  end(
    tx,
    sql`(workspace_id, member_id) in (select workspace_id, id from members where account_id = ${accountId})`,
    'account',
  )

/**
 * Ends the authorizations of a member whose new role cannot grant their scopes, and makes every process reload the
 * others, because their permissions have changed.
 */
export async function adaptAuthorizationsToRole(tx: WriteScope, memberId: string, role: Role): Promise<void> {
  const { db, workspaceId } = tx
  await endAuthorizations(tx, sql`member_id = ${memberId} and not scopes <@ ${grantableScopes(role)}::text[]`, 'role')
  await sql`update app_authorizations set changed_at = clock_timestamp()
    where workspace_id = ${workspaceId} and member_id = ${memberId} and ended_at is null`.execute(db)
}

/** Ends the authorizations of the workspace that match. */
export const endAuthorizations = (tx: WriteScope, condition: RawBuilder<unknown>, reason: EndReason): Promise<void> =>
  end(tx, sql`workspace_id = ${tx.workspaceId} and ${condition}`, reason)

/** Ends the authorizations that match, and records each in the audit log of its workspace. */
async function end(
  tx: Omit<WriteScope, 'workspaceId'>,
  condition: RawBuilder<unknown>,
  reason: EndReason,
): Promise<void> {
  const { rows } = await sql<{ workspaceId: string; id: string; name: string; authorizedBy: string }>`
    update app_authorizations set ended_at = clock_timestamp(), ended_by = ${reason}, changed_at = clock_timestamp()
    where ended_at is null and ${condition}
    returning workspace_id as "workspaceId", id, name, authorized_by as "authorizedBy"`.execute(tx.db)
  const type = reason === 'reuse' ? 'app.reuse_detected' : 'app.revoked'
  for (const { workspaceId, id, ...changes } of rows) audit({ ...tx, workspaceId }, type, id, { ...changes, reason })
}
