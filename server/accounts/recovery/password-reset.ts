import { invalid } from '../../platform/problems.ts'
import { type InstanceScope, revokeAccountSessions, setPassword, verifyEmail } from '../accounts.ts'
import { generateToken, hashToken } from '../link-tokens.ts'

export const passwordResetMinutes = 15

interface PasswordResetOptions {
  accountId: string
  minutes: number
  /** Whether the link goes to the address by mail and nowhere else. */
  provesAddress: boolean
}

/** Makes a link for a lost password; the one before is good no more. @returns its token */
export async function createPasswordResetToken(
  { db, now }: Pick<InstanceScope, 'db' | 'now'>,
  wanted: PasswordResetOptions,
): Promise<string> {
  const token = generateToken()
  const row = {
    hash: hashToken(token),
    verifies_email: wanted.provesAddress,
    expires_at: new Date(Date.parse(now) + wanted.minutes * 60_000).toISOString(),
    created_at: now,
  }
  await db
    .insertInto('account_links')
    .values({ purpose: 'reset', account_id: wanted.accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
  return token
}

/** Whose password a link changes, for the page that asks for the new one. Looking uses nothing up. */
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

/** Sets the password that a link was made for, and signs its owner out everywhere. @returns the account @throws 400 */
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
    throw invalid([{ path: '/token', message: 'has been used, or is too old; ask for a new link' }])
  if (link.verifies_email) await verifyEmail(tx, accountId)
  await setPassword(tx, accountId, passwordHash)
  await revokeAccountSessions(tx.db, accountId)
  return accountId
}
