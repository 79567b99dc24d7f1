import { sql } from 'kysely'
import {
  codeMinutes,
  codesMatch,
  generateCode,
  hashCode,
  invalidCode,
  maxCodeAttempts,
} from '../../platform/crypto/one-time-code.ts'
import { type InstanceScope, insertAccount, lockAccountByEmail, verifyEmail } from '../accounts.ts'

/** Whether mail to an address is wanted: it has an account, or a membership that waits for one. */
export async function hasAccountOrMembership(db: InstanceScope['db'], email: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from accounts where lower(email) = lower(${email}))
      or exists (select from members where lower(email) = lower(${email}) and account_id is null) as known`.execute(db)
  return rows[0]!.known
}

/** Makes the code that an address is mailed; the one before is good no more. Done where mail is sent. */
export async function issueEmailCode(
  db: InstanceScope['db'],
  key: Buffer,
  email: string,
  now: string,
): Promise<string> {
  const code = generateCode()
  const row = {
    hash: hashCode(key, email.toLowerCase(), code),
    tries: 0,
    expires_at: new Date(Date.parse(now) + codeMinutes * 60_000).toISOString(),
    created_at: now,
  }
  await db
    .insertInto('account_codes')
    .values({ email: email.toLowerCase(), ...row })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
    .execute()
  return code
}

/** Counts a try, outside of a transaction so that it stays counted. @throws 400 */
export async function checkEmailCode(db: InstanceScope['db'], key: Buffer, email: string, code: string, now: string) {
  const stored = await db
    .updateTable('account_codes')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('email', '=', email.toLowerCase())
    .where('tries', '<', maxCodeAttempts)
    .where('expires_at', '>', now)
    .returning('hash')
    .executeTakeFirst()
  const sent = hashCode(key, email.toLowerCase(), code)
  if (!codesMatch(stored?.hash, sent)) throw invalidCode()
  return sent
}

/**
 * Uses up a code that was right. Who has none yet gets an account here, if their address is a member's.
 * @returns the account. @throws 400 when somebody else has used it, or a newer one was sent
 */
export async function redeemEmailCode(tx: InstanceScope, email: string, hash: Buffer): Promise<string> {
  const used = await tx.db
    .deleteFrom('account_codes')
    .where('email', '=', email.toLowerCase())
    .where('hash', '=', hash)
    .returning('email')
    .executeTakeFirst()
  if (!used) throw invalidCode()
  const account = await lockAccountByEmail(tx.db, email)
  if (account) {
    await verifyEmail(tx, account.id)
    return account.id
  }
  // The membership may have ended while the message was on its way.
  if (!(await hasAccountOrMembership(tx.db, email))) throw invalidCode()
  const name = email.slice(0, email.lastIndexOf('@')).slice(0, 100)
  return insertAccount(tx, { email, name, isVerified: true, passwordHash: null })
}
