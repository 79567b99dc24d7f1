import { sql } from 'kysely'
import { generateToken, hashToken } from '../accounts/link-tokens.ts'
import { enqueueInvitation } from '../accounts/queues.ts'
import { emailSchema } from '../accounts/schema.ts'
import { audit } from '../audit/record.ts'
import { permit, roles } from '../platform/authorization.ts'
import { newId } from '../platform/ids.ts'
import { invalid, notFound } from '../platform/problems.ts'
import { OneOf, type Static, Strict } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { createValidator } from '../platform/validation.ts'
import { membersCan } from './permissions.ts'

export const InvitationCreate = Strict({
  email: emailSchema,
  role: OneOf([...roles]),
})
export type InvitationCreate = Static<typeof InvitationCreate>

export interface Invitation {
  id: string
  email: string
  role: InvitationCreate['role']
  expiresAt: string
}

const invitationDays = 7
const check = createValidator(InvitationCreate, '')

/**
 * Invites a person to the workspace: returns a link to copy, and mails another one, which proves the address. An address
 * that is already invited keeps its invitation, whose earlier links become invalid. @throws 400, 403
 */
export async function inviteMember(
  tx: WriteScope,
  invitee: InvitationCreate,
  publicUrl: string,
): Promise<{ invitation: Invitation; url: string }> {
  permit(membersCan(tx.actor).assign(invitee.role))
  const input = { ...invitee }
  const problems = check(input)
  if (problems.length > 0) throw invalid(problems)
  const token = generateToken()
  const invitation = await saveInvitation(tx, input, token)
  audit(tx, 'member.invited', invitation.id, { email: input.email, role: input.role })
  await enqueueInvitation(tx, invitation.id)
  return { invitation, url: `${publicUrl}/console/invitations/${token}` }
}

async function saveInvitation(tx: WriteScope, { email, role }: InvitationCreate, token: string): Promise<Invitation> {
  const { db, workspaceId } = tx
  // Serializes concurrent invitations of one address: the second finds that of the first.
  const name = `invite ${workspaceId} ${email.toLowerCase()}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
  await rejectExistingMember(tx, email)
  const existing = await db
    .selectFrom('invitations')
    .select(['id', 'role'])
    .where('workspace_id', '=', workspaceId)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .forUpdate()
    .executeTakeFirst()
  // An admin must not replace an invitation to become an owner.
  if (existing) permit(membersCan(tx.actor).assign(existing.role))
  const expiresAt = new Date(Date.parse(tx.now) + invitationDays * 24 * 3_600_000).toISOString()
  const values = {
    email,
    role,
    hash: hashToken(token),
    mailed_hash: null,
    invited_by_type: tx.actor.type,
    invited_by_id: tx.actor.id,
    expires_at: expiresAt,
    created_at: tx.now,
  }
  // The id stays the same, so that pages that were loaded before can still revoke the invitation.
  const id = existing?.id ?? newId()
  if (existing) {
    await db
      .updateTable('invitations')
      .set(values)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
  } else {
    await db
      .insertInto('invitations')
      .values({ workspace_id: workspaceId, id, ...values })
      .execute()
  }
  return { id, email, role, expiresAt }
}

async function rejectExistingMember({ db, workspaceId }: WriteScope, email: string): Promise<void> {
  const member = await db
    .selectFrom('members')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('awaits_invitation', '=', false)
    .executeTakeFirst()
  if (member) throw invalid([{ path: '/email', message: 'is already a member', code: 'already-member' }])
}

/** Sends an invitation again with new links and invalidates the old ones. @throws 403, 404 */
export async function resendInvitation(tx: WriteScope, id: string, publicUrl: string) {
  permit(membersCan(tx.actor).invite)
  const open = await tx.db
    .selectFrom('invitations')
    .select(['email', 'role'])
    .where('workspace_id', '=', tx.workspaceId)
    .where(sql`id::text`, '=', id)
    .executeTakeFirst()
  if (!open) throw notFound()
  return inviteMember(tx, open, publicUrl)
}

/** Revokes an invitation. @throws 403, 404 */
export async function revokeInvitation(tx: WriteScope, id: string): Promise<void> {
  permit(membersCan(tx.actor).invite)
  const revoked = await tx.db
    .deleteFrom('invitations')
    .where('workspace_id', '=', tx.workspaceId)
    .where(sql`id::text`, '=', id)
    .returning(['id', 'email', 'role'])
    .executeTakeFirst()
  if (!revoked) throw notFound()
  permit(membersCan(tx.actor).assign(revoked.role))
  audit(tx, 'member.invitation_revoked', revoked.id, { email: revoked.email, role: revoked.role })
}
