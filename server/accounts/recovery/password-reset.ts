import { invalid } from '../../platform/problems.ts'
import { endSessions, type InstanceScope, proveAddress, setPassword } from '../accounts.ts'
import { hashOf, newToken } from '../link-tokens.ts'

export const resetMinutes = 15

interface Wanted {
  accountId: string
  minutes: number
  /** Whether the link goes to the address by mail and nowhere else. */
  provesAddress: boolean
}

/** Makes a link for a lost password; the one before is good no more. @returns its token */
export async function makeResetToken({ db, now }: Pick<InstanceScope, 'db' | 'now'>, wanted: Wanted): Promise<string> {
  const token = newToken()
  const row = {
    hash: hashOf(token),
    proves_address: wanted.provesAddress,
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
export async function inspectReset(db: InstanceScope['db'], token: string, now: string) {
  const row = await db
    .selectFrom('account_links')
    .innerJoin('accounts', 'accounts.id', 'account_links.account_id')
    .select('accounts.email')
    .where('account_links.hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Sets the password that a link was made for, and signs its owner out everywhere. @returns the account @throws 400 */
export async function redeemReset(tx: InstanceScope, token: string, passwordHash: string): Promise<string> {
  const link = await tx.db
    .deleteFrom('account_links')
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', 'reset')
    .where('expires_at', '>', tx.now)
    .returning(['account_id', 'proves_address'])
    .executeTakeFirst()
  const accountId = link?.account_id
  if (!link || !accountId)
    throw invalid([{ path: '/token', message: 'has been used, or is too old; ask for a new link' }])
  if (link.proves_address) await proveAddress(tx, accountId)
  await setPassword(tx, accountId, passwordHash)
  await endSessions(tx.db, accountId)
  return accountId
}
