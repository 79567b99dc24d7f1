import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { codeMinutes } from '../../platform/crypto/one-time-code.ts'
import { deriveKey } from '../../platform/crypto/secret-key.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Mailer, MailMessage } from '../../platform/mail/mailer.ts'
import { generateToken, hashToken } from '../link-tokens.ts'
import { type AccountMailJob, accountMailVaultContext } from '../queues.ts'
import { createPasswordResetToken, passwordResetMinutes } from '../recovery/password-reset.ts'
import { hasAccountOrMembership, issueAccountCode } from '../sign-in/email-code.ts'
import { invitationMessage, passwordResetMessage, signInCodeMessage } from './templates.ts'

export interface AccountMailDeps {
  database: Database
  mailer: Mailer
  clock: Clock
  log: Log
  secretKey: string
  publicUrl: string
}

/** Derives the key that email codes are hashed with. */
export const deriveEmailCodeKey = (secretKey: string): Buffer => deriveKey(secretKey, 'sign-in codes')

// After that, the requester is no longer waiting for the message.
const maxJobAgeMs = 15 * 60_000

/**
 * Composes and sends an account message, if the address has an account or membership. Doing so in a job, not in the
 * request, does not reveal to the requester whether an account exists. If the job runs twice, only the second message
 * is valid.
 * @throws if the mail server did not accept the message, so that the job is retried
 */
export async function sendAccountMail(deps: AccountMailDeps, job: AccountMailJob): Promise<void> {
  const message = await composeMessage(deps, job)
  if (message === null) return
  const outcome = await deps.mailer.send(message)
  if (outcome.kind === 'sent') return
  if (outcome.kind !== 'refused') throw new Error(`could not send an account message: ${outcome.response}`)
  deps.log.warn({ kind: job.kind, response: outcome.response }, 'the mail server rejected an account message')
}

async function composeMessage(deps: AccountMailDeps, job: AccountMailJob): Promise<MailMessage | null> {
  if (job.kind === 'invitation') return composeInvitation(deps, job)
  const { database, secretKey, publicUrl } = deps
  const now = deps.clock()
  if (Date.parse(now) - Date.parse(job.requestedAt) > maxJobAgeMs) return null
  const email = new Vault(secretKey).open(Buffer.from(job.encryptedEmail, 'base64'), accountMailVaultContext)
  if (email === null || !(await hasAccountOrMembership(database.db, email))) return null
  const account = await database.db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
  // Without an account there is no password to reset: signing in with the code creates the account.
  if (job.kind === 'code' || !account) {
    const code = await issueAccountCode(database.db, deriveEmailCodeKey(secretKey), email, now)
    return signInCodeMessage(publicUrl, account?.email ?? email, code, codeMinutes)
  }
  const options = { accountId: account.id, minutes: passwordResetMinutes, verifiesEmail: true }
  return passwordResetMessage(
    publicUrl,
    account.email,
    await createPasswordResetToken({ db: database.db, now }, options),
    passwordResetMinutes,
  )
}

type InvitationJob = Extract<AccountMailJob, { kind: 'invitation' }>

/** Creates a link that differs from the copied one, so that using it proves that the address receives mail. */
async function composeInvitation({ database: { db }, clock, publicUrl }: AccountMailDeps, job: InvitationJob) {
  const now = clock()
  const token = generateToken()
  const invitation = await db
    .updateTable('invitations')
    .set({ mailed_hash: hashToken(token) })
    .where('workspace_id', '=', job.workspaceId)
    .where('id', '=', job.invitationId)
    .where('expires_at', '>', now)
    .$if(job.invitedAt !== undefined, (query) => query.where('created_at', '=', job.invitedAt!))
    .returning(['email', 'expires_at as expiresAt', 'invited_by_id as inviterId'])
    .executeTakeFirst()
  if (!invitation) return null
  const { workspaceName, inviter } = await db
    .selectFrom('workspaces')
    .leftJoin('members', (join) =>
      join.onRef('members.workspace_id', '=', 'workspaces.workspace_id').on('members.id', '=', invitation.inviterId),
    )
    .leftJoin('accounts', 'accounts.id', 'members.account_id')
    .select(['workspaces.name as workspaceName', 'accounts.name as inviter'])
    .where('workspaces.workspace_id', '=', job.workspaceId)
    .executeTakeFirstOrThrow()
  const days = Math.max(1, Math.round((Date.parse(invitation.expiresAt) - Date.parse(now)) / (24 * 3_600_000)))
  return invitationMessage(publicUrl, token, { email: invitation.email, workspaceName, inviter, days })
}
