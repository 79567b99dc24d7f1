import { sql } from 'kysely'
import { invalidCode } from '../../platform/crypto/one-time-code.ts'
import { checkEmailCode, type EmailCodeSlot, issueEmailCode, redeemEmailCode } from '../../platform/email-codes.ts'
import { type InstanceScope, insertAccount, lockAccountByEmail, verifyEmail } from '../store.ts'

/** Returns whether an address has an account or an unclaimed membership. */
export async function hasAccountOrMembership(db: InstanceScope['db'], email: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from accounts where lower(email) = lower(${email}))
      or exists (select from members where lower(email) = lower(${email}) and account_id is null
        and not awaits_invitation) as known`.execute(db)
  return rows[0]!.known
}

const codeSlot = (email: string): EmailCodeSlot => ({
  table: 'account_codes',
  primaryKey: { email: email.toLowerCase() },
})

/** Creates the code to email to an address and invalidates the previous one. Runs in the mail job. */
export const issueAccountCode = (db: InstanceScope['db'], key: Buffer, email: string, now: string): Promise<string> =>
  issueEmailCode(db, codeSlot(email), key, now)

/** Checks a code and counts the attempt, outside a transaction so that a rollback cannot undo the count. @throws 400 */
export const checkAccountCode = (
  db: InstanceScope['db'],
  key: Buffer,
  email: string,
  code: string,
  now: string,
): Promise<Buffer> => checkEmailCode(db, codeSlot(email), key, code, now)

/**
 * Uses up a correct code. Creates the account if the address has an unclaimed membership.
 * @returns the account id @throws 400 if the code was used meanwhile or a newer one was sent
 */
export async function redeemAccountCode(tx: InstanceScope, email: string, hash: Buffer): Promise<string> {
  await redeemEmailCode(tx.db, codeSlot(email), hash)
  const account = await lockAccountByEmail(tx.db, email)
  if (account) {
    await verifyEmail(tx, account.id)
    return account.id
  }
  // The membership may have been removed since the email was sent.
  if (!(await hasAccountOrMembership(tx.db, email))) throw invalidCode()
  const name = email.slice(0, email.lastIndexOf('@')).slice(0, 100)
  return insertAccount(tx, { email, name, isVerified: true, passwordHash: null })
}
