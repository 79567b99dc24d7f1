import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Mailer, Message } from '../../platform/mail/mailer.ts'
import { codeMinutes } from '../../platform/crypto/one-time-code.ts'
import { deriveKey } from '../../platform/crypto/secret-key.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import { isKnown, issueCode } from '../sign-in/email-code.ts'
import { codeMessage, invitationMessage, resetMessage } from './templates.ts'
import { type AccountMailJob, mailPlace } from '../queues.ts'
import { makeResetToken, resetMinutes } from '../recovery/password-reset.ts'
import { hashOf, newToken } from '../link-tokens.ts'

export interface AccountMailDeps {
  database: Database
  mailer: Mailer
  clock: Clock
  log: Log
  secretKey: string
  publicUrl: string
}

/** The key that codes are hashed with. */
export const codeKeyOf = (secretKey: string): Buffer => deriveKey(secretKey, 'sign-in codes')

// Whoever asked has gone by then.
const patienceMs = 15 * 60_000

/**
 * Makes and sends a message about an account, if there is somebody for it. Doing so here, and not where it is asked for,
 * keeps who has an account from whoever asks. Done twice, the second message is the one that is good.
 * @throws when the mail server did not take it: the job is tried again
 */
export async function sendAccountMail(deps: AccountMailDeps, job: AccountMailJob): Promise<void> {
  const message = await compose(deps, job)
  if (message === null) return
  const outcome = await deps.mailer.send(message)
  if (outcome.kind === 'sent') return
  if (outcome.kind !== 'refused') throw new Error(`a message about an account was not sent: ${outcome.words}`)
  deps.log.warn({ kind: job.kind, words: outcome.words }, 'a message about an account was refused')
}

async function compose(deps: AccountMailDeps, job: AccountMailJob): Promise<Message | null> {
  if (job.kind === 'invitation') return composeInvitation(deps, job)
  const { database, secretKey, publicUrl } = deps
  const now = deps.clock()
  if (Date.parse(now) - Date.parse(job.askedAt) > patienceMs) return null
  const email = new Vault(secretKey).open(Buffer.from(job.sealed, 'base64'), mailPlace)
  if (email === null || !(await isKnown(database.db, email))) return null
  const account = await database.db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
  // Who has no account yet has no password to lose: a code makes them one.
  if (job.kind === 'code' || !account) {
    const code = await issueCode(database.db, codeKeyOf(secretKey), email, now)
    return codeMessage(publicUrl, account?.email ?? email, code, codeMinutes)
  }
  const wanted = { accountId: account.id, minutes: resetMinutes, provesAddress: true }
  return resetMessage(publicUrl, account.email, await makeResetToken({ db: database.db, now }, wanted), resetMinutes)
}

type InvitationJob = Extract<AccountMailJob, { kind: 'invitation' }>

/** The link in the message is another than the one that is copied: only the reader of the mail can have it. */
async function composeInvitation({ database: { db }, clock, publicUrl }: AccountMailDeps, job: InvitationJob) {
  const now = clock()
  const token = newToken()
  const invitation = await db
    .updateTable('invitations')
    .set({ mailed_hash: hashOf(token) })
    .where('workspace_id', '=', job.workspaceId)
    .where('id', '=', job.invitationId)
    .where('expires_at', '>', now)
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
