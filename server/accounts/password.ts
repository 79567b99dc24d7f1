import { invalid } from '../platform/problems.ts'
import { type InstanceScope, revokeAccountSessions, setPassword } from './store.ts'

// Loaded on first use, as in better-auth/adapter.ts. One hash takes about 50 ms on the thread pool.
export const hashPassword = async (password: string): Promise<string> =>
  (await import('better-auth/crypto')).hashPassword(password)

export const verifyPassword = async (password: string, hash: string): Promise<boolean> =>
  (await import('better-auth/crypto')).verifyPassword({ password, hash })

export const currentPasswordError = () =>
  invalid([{ path: '/currentPassword', message: 'is incorrect', code: 'incorrect' }])

interface PasswordChange {
  accountId: string
  /** The session that changes the password: all others are revoked. */
  token: string
  /** The hash that the person's current password was checked against; null without a password. */
  from: string | null
  to: string
}

/** Changes a password. @throws 400 if it has been changed since it was checked */
export async function changePassword(tx: InstanceScope, { accountId, token, from, to }: PasswordChange): Promise<void> {
  await tx.db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  const current = await getPasswordHash(tx.db, accountId)
  if (current !== from) throw currentPasswordError()
  await setPassword(tx, accountId, to)
  await revokeAccountSessions(tx.db, accountId, token)
  await tx.db.deleteFrom('account_links').where('account_id', '=', accountId).execute()
}

/** Loads the stored hash; null for an account without a password. */
export async function getPasswordHash(db: InstanceScope['db'], accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('account_credentials')
    .select('password')
    .where('account_id', '=', accountId)
    .where('provider', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}
