import { type Kysely, sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import type { Role } from '../../platform/authorization.ts'
import { newId } from '../../platform/ids.ts'
import { invalid, problem } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { Tables } from '../../tables.ts'
import { hashToken } from '../link-tokens.ts'
import { insertAccount, lockAccountByEmail } from '../store.ts'

export interface InvitationOffer {
  workspaceName: string
  workspaceSlug: string
  email: string
  role: Role
  /** Whether the invited person must sign in to accept; otherwise they choose a name and a password. */
  hasAccount: boolean
}

/** Selects an open invitation by either of its two links, the copied one and the emailed one. */
const selectOpenInvitation = (db: Kysely<Tables>, hash: Buffer, now: string) =>
  db
    .selectFrom('invitations')
    .where(({ eb, or }) => or([eb('invitations.hash', '=', hash), eb('invitations.mailed_hash', '=', hash)]))
    .where('invitations.expires_at', '>', now)

/** Loads what an invitation offers, without using it up; null if it does not exist or has expired. */
export async function inspectInvitation(
  db: Kysely<Tables>,
  token: string,
  now: string,
): Promise<InvitationOffer | null> {
  const row = await selectOpenInvitation(db, hashToken(token), now)
    .innerJoin('workspaces', 'workspaces.workspace_id', 'invitations.workspace_id')
    .leftJoin('accounts', (join) =>
      join.on(({ eb, fn }) => eb(fn('lower', ['accounts.email']), '=', fn('lower', ['invitations.email']))),
    )
    .select([
      'workspaces.name as workspaceName',
      'workspaces.slug as workspaceSlug',
      'invitations.email',
      'invitations.role',
      'accounts.id as accountId',
    ])
    .executeTakeFirst()
  if (!row) return null
  const { accountId, ...offer } = row
  return { ...offer, hasAccount: accountId !== null }
}

export interface InvitationAcceptance {
  token: string
  /** The account that is signed in. */
  accountId: string | null
  name?: string | undefined
  passwordHash: string | null
}

/**
 * Accepts an invitation and uses it up. A person without an account gets one; its address is verified only if the link
 * was the emailed one.
 * @throws 400; 401 if the invited account has to sign in first
 */
export async function acceptInvitation(tx: Omit<WriteScope, 'workspaceId'>, acceptance: InvitationAcceptance) {
  const hash = hashToken(acceptance.token)
  const invitation = await selectOpenInvitation(tx.db, hash, tx.now).selectAll().forUpdate().executeTakeFirst()
  if (!invitation)
    throw invalid([{ path: '/token', message: 'was already used or revoked, or has expired', code: 'expired-link' }])
  const { workspace_id: workspaceId, email, role } = invitation
  const isMailed = invitation.mailed_hash?.equals(hash) ?? false
  const { accountId, isNew } = await findOrCreateAccount(tx, acceptance, email, isMailed)
  const scope: WriteScope = { ...tx, workspaceId }
  const memberId =
    (await joinAsImported(scope, invitation, accountId)) ?? (await insertMember(scope, invitation, accountId))
  await tx.db
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', invitation.id)
    .execute()
  audit({ ...scope, actor: { type: 'member', id: memberId } }, 'member.joined', memberId, { email, role })
  return { accountId, workspaceId, isNew }
}

interface Invited {
  email: string
  role: Role
}

async function insertMember(
  { db, workspaceId, now }: WriteScope,
  { email, role }: Invited,
  accountId: string,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('members')
    .values({ workspace_id: workspaceId, id, email, role, account_id: accountId, created_at: now, joined_at: now })
    .execute()
  return id
}

/** Makes the person the member that was imported from an archive, with the member's requests and comments. */
async function joinAsImported(
  { db, workspaceId, now }: WriteScope,
  { email, role }: Invited,
  accountId: string,
): Promise<string | null> {
  const imported = await db
    .updateTable('members')
    .set({ awaits_invitation: false, imported_name: null, role, account_id: accountId, joined_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('awaits_invitation', '=', true)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .returning('id')
    .executeTakeFirst()
  return imported?.id ?? null
}

async function findOrCreateAccount(
  tx: Omit<WriteScope, 'workspaceId'>,
  { accountId, name, passwordHash }: InvitationAcceptance,
  email: string,
  isMailed: boolean,
): Promise<{ accountId: string; isNew: boolean }> {
  const account = await lockAccountByEmail(tx.db, email)
  if (account) {
    if (account.id === accountId) return { accountId, isNew: false }
    throw problem(
      'unauthorized',
      `This invitation is for ${email}. Sign in with that address, then open the link again.`,
    )
  }
  const missing = [
    ...(name === undefined ? [{ path: '/name', message: 'is required', code: 'required' }] : []),
    ...(passwordHash === null ? [{ path: '/password', message: 'is required', code: 'required' }] : []),
  ]
  if (missing.length > 0) throw invalid(missing)
  const newAccountId = await insertAccount(tx, { email, name: name!, isVerified: isMailed, passwordHash })
  return { accountId: newAccountId, isNew: true }
}
