import { invalid } from '../platform/problems.ts'
import { type InstanceScope, revokeAccountSessions, setPassword } from './accounts.ts'

// Loaded when needed, as in engine.ts. One at a time on the thread pool takes about 50 ms.
export const hashPassword = async (password: string): Promise<string> =>
  (await import('better-auth/crypto')).hashPassword(password)

export const verifyPassword = async (password: string, hash: string): Promise<boolean> =>
  (await import('better-auth/crypto')).verifyPassword({ password, hash })

export const currentPasswordError = () => invalid([{ path: '/currentPassword', message: 'is incorrect' }])

interface PasswordChange {
  accountId: string
  /** Where the change is made: all other sessions end. */
  token: string
  /** As it was when the person proved to know it; null when there was none. */
  from: string | null
  to: string
}

/** Changes a password. @throws 400 when somebody else has changed it meanwhile */
export async function changePassword(tx: InstanceScope, { accountId, token, from, to }: PasswordChange): Promise<void> {
  await tx.db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  const present = await getPasswordHash(tx.db, accountId)
  if (present !== from) throw currentPasswordError()
  await setPassword(tx, accountId, to)
  await revokeAccountSessions(tx.db, accountId, token)
  await tx.db.deleteFrom('account_links').where('account_id', '=', accountId).execute()
}

/** The stored hash; null for somebody who signs in without a password. */
export async function getPasswordHash(db: InstanceScope['db'], accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('account_credentials')
    .select('password')
    .where('account_id', '=', accountId)
    .where('provider', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}
