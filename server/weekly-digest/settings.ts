import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { workspaceCan } from '../workspaces/permissions.ts'
import { digestCan } from './permissions.ts'

/** Whether member `m` gets the digest: the member's choice, or by default only owners. */
export const wantsDigest = sql<boolean>`coalesce(m.weekly_digest, m.role = 'owner')`

export interface DigestChoice {
  isWanted: boolean
  /** Whether the workspace sends digests at all. */
  isSent: boolean
}

/** Loads the choice of the member who asks. @throws 403 */
export async function getDigestChoice({ db, workspaceId, actor }: Scope): Promise<DigestChoice> {
  permit(digestCan(actor).choose)
  const { rows } = await sql<DigestChoice>`
    select ${wantsDigest} as "isWanted", w.sends_weekly_digest as "isSent"
    from members m join workspaces w on w.workspace_id = m.workspace_id
    where m.workspace_id = ${workspaceId} and m.id = ${actor.id}`.execute(db)
  return rows[0]!
}

/** Chooses whether the member who asks gets the digest. Personal settings are not in the audit log. @throws 403 */
export async function chooseDigest(tx: WriteScope, isWanted: boolean): Promise<void> {
  permit(digestCan(tx.actor).choose)
  setMemberDigest(tx, tx.actor.id!, isWanted)
}

/** Sets a member's choice. The caller has checked that it is theirs. */
export function setMemberDigest(
  tx: Pick<WriteScope, 'db' | 'defer' | 'workspaceId'>,
  id: string,
  isWanted: boolean,
): void {
  tx.defer(
    tx.db
      .updateTable('members')
      .set({ weekly_digest: isWanted })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
}

export async function sendsWeeklyDigest({ db, workspaceId }: Scope): Promise<boolean> {
  const { sends_weekly_digest: isSent } = await db
    .selectFrom('workspaces')
    .select('sends_weekly_digest')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return isSent
}

/** Chooses whether the workspace sends digests to the members who want them. @throws 403 */
export async function updateWeeklyDigest(tx: WriteScope, isSent: boolean): Promise<void> {
  permit(workspaceCan(tx.actor).update)
  const before = await sendsWeeklyDigest(tx)
  if (before === isSent) return
  tx.defer(
    tx.db
      .updateTable('workspaces')
      .set({ sends_weekly_digest: isSent })
      .where('workspace_id', '=', tx.workspaceId)
      .execute(),
  )
  audit(tx, 'workspace.updated', tx.workspaceId, { sendsWeeklyDigest: [before, isSent] })
}
