import { invalid } from '../../platform/problems.ts'
import { generateToken, hashToken } from '../link-tokens.ts'
import { type InstanceScope, revokeAccountAccess, setPassword, verifyEmail } from '../store.ts'

export const passwordResetMinutes = 15

interface PasswordResetOptions {
  accountId: string
  minutes: number
  /** Whether the link is only emailed, so that using it verifies the address. */
  verifiesEmail: boolean
}

/** Creates a password reset link and invalidates the previous one. @returns its token */
export async function createPasswordResetToken(
  { db, now }: Pick<InstanceScope, 'db' | 'now'>,
  options: PasswordResetOptions,
): Promise<string> {
  const token = generateToken()
  const row = {
    hash: hashToken(token),
    verifies_email: options.verifiesEmail,
    expires_at: new Date(Date.parse(now) + options.minutes * 60_000).toISOString(),
    created_at: now,
  }
  await db
    .insertInto('account_links')
    .values({ purpose: 'reset', account_id: options.accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
  return token
}

/** Loads the address that a link belongs to, without using the link up. */
export async function inspectPasswordReset(db: InstanceScope['db'], token: string, now: string) {
  const row = await db
    .selectFrom('account_links')
    .innerJoin('accounts', 'accounts.id', 'account_links.account_id')
    .select('accounts.email')
    .where('account_links.hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Sets a new password with a link and revokes all sessions and apps. @returns the account id @throws 400 */
export async function redeemPasswordReset(tx: InstanceScope, token: string, passwordHash: string): Promise<string> {
  const link = await tx.db
    .deleteFrom('account_links')
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', 'reset')
    .where('expires_at', '>', tx.now)
    .returning(['account_id', 'verifies_email'])
    .executeTakeFirst()
  const accountId = link?.account_id
  if (!link || !accountId)
    throw invalid([
      { path: '/token', message: 'was already used or has expired; request a new link', code: 'expired-link' },
    ])
  if (link.verifies_email) await verifyEmail(tx, accountId)
  await setPassword(tx, accountId, passwordHash)
  await revokeAccountAccess(tx, accountId)
  return accountId
}
