import { sql } from 'kysely'
import { tooManyAttempts } from '../../platform/http/rate-limits/attempt-limiter.ts'
import { invalid, problem } from '../../platform/problems.ts'
import type { AccountContext, Caller, CookieResult, SignInResult } from '../accounts.ts'
import { isRejection } from '../better-auth/adapter.ts'
import { accountMailVaultContext, enqueueAccountMail } from '../queues.ts'
import { type AccountInput, parseAccountInput } from '../schema.ts'
import { finishSignIn, startSession } from '../sessions/start.ts'
import { checkAccountCode, redeemAccountCode } from './email-code.ts'

export interface SignIn {
  /** Signs in. @throws the same 400 `/password` for a wrong password and an unknown address; 429 */
  signInWithPassword(caller: Caller, input: AccountInput['passwordSignIn']): Promise<SignInResult>
  /** Emails a code if the address is known; the result is the same if not. @throws 400, 429 */
  requestCode(caller: Caller, input: AccountInput['address']): Promise<CookieResult>
  /** Signs in with an email code. @throws 400 `/code`, 429 */
  signInWithCode(caller: Caller, input: AccountInput['codeSignIn']): Promise<SignInResult>
  /** Verifies a TOTP code or a backup code. @throws 400 `/code`, 401 to start over, 429 */
  verifySecondFactor(caller: Caller, input: AccountInput['secondFactor']): Promise<SignInResult>
  /** Emails a reset link if the address is known; the result is the same if not. @throws 400, 429 */
  requestPasswordReset(caller: Caller, input: AccountInput['address']): Promise<CookieResult>
}

const wrongPassword = () =>
  invalid([{ path: '/password', message: 'the email address or password is incorrect', code: 'wrong-credentials' }])

export function createSignIn(context: AccountContext): SignIn {
  const { rateLimits: attempts } = context

  const requestMail = async (kind: 'code' | 'reset', { clientAddress }: Caller, input: AccountInput['address']) => {
    const { email } = parseAccountInput('address', input)
    await attempts.consume(kind === 'code' ? 'codeMail' : 'resetMail', email, clientAddress)
    const encryptedEmail = context.vault.seal(email, accountMailVaultContext).toString('base64')
    await context.write((tx) => enqueueAccountMail(tx.enqueue, { kind, encryptedEmail, requestedAt: tx.now }))
    return { setCookies: [] }
  }

  return {
    requestCode: (caller, input) => requestMail('code', caller, input),
    requestPasswordReset: (caller, input) => requestMail('reset', caller, input),
    signInWithPassword: (caller, input) =>
      signInWithPassword(context, caller, parseAccountInput('passwordSignIn', input)),
    verifySecondFactor: (caller, input) =>
      verifySecondFactor(context, caller, parseAccountInput('secondFactor', input)),

    async signInWithCode(caller, input) {
      const { email, code } = parseAccountInput('codeSignIn', input)
      await attempts.consume('code', email, caller.clientAddress)
      const hash = await checkAccountCode(context.database.db, context.emailCodeKey, email, code, context.clock())
      const accountId = await context.write((tx) => redeemAccountCode(tx, email, hash))
      await attempts.reset('code', email, caller.clientAddress)
      return startSession(context, caller, accountId)
    },
  }
}

async function signInWithPassword(
  context: AccountContext,
  caller: Caller,
  { email, password }: AccountInput['passwordSignIn'],
): Promise<SignInResult> {
  await context.rateLimits.consume('password', email, caller.clientAddress)
  const before = await findCredential(context, email)
  const headers = context.cookies.withoutSession(caller.headers)
  const authAdapter = await context.authAdapter()
  const answer = await authAdapter.signInWithPassword(headers, { email: email.toLowerCase(), password })
  if (isRejection(answer) || before === null) throw wrongPassword()
  // If the password changed while it was being checked, revoke the new session: the change revoked only earlier ones.
  const after = await findCredential(context, email)
  if (after?.password !== before.password) {
    await context.database.db
      .deleteFrom('account_sessions')
      .where('token', '=', String(answer.body.token ?? ''))
      .execute()
    await context.database.db.deleteFrom('account_challenges').where('value', '=', before.accountId).execute()
    throw wrongPassword()
  }
  await context.rateLimits.reset('password', email, caller.clientAddress)
  return finishSignIn(context, caller, answer)
}

async function findCredential({ database }: AccountContext, email: string) {
  const row = await database.db
    .selectFrom('account_credentials')
    .innerJoin('accounts', 'accounts.id', 'account_credentials.account_id')
    .select(['accounts.id as accountId', 'account_credentials.password'])
    .where(sql`lower(accounts.email)`, '=', sql`lower(${email})`)
    .where('account_credentials.provider', '=', 'credential')
    .executeTakeFirst()
  return row ?? null
}

const signInExpired = () => problem('unauthorized', 'This sign-in has expired or had too many attempts. Sign in again.')

async function verifySecondFactor(
  context: AccountContext,
  caller: Caller,
  { code }: AccountInput['secondFactor'],
): Promise<SignInResult> {
  const { cookies, rateLimits: attempts } = context
  const challenge = cookies.challenge(caller.headers)
  if (challenge === null) throw signInExpired()
  const pendingChallenge = await context.database.db
    .selectFrom('account_challenges')
    .select('value as accountId')
    .where('identifier', '=', challenge)
    .where('expires_at', '>', context.clock())
    .executeTakeFirst()
  if (!pendingChallenge) throw signInExpired()
  await attempts.consume('secondFactor', pendingChallenge.accountId, caller.clientAddress)
  const digits = code.replaceAll(/\s/g, '')
  const isTotp = /^\d{6}$/.test(digits)
  const wrong = invalid([{ path: '/code', message: 'is incorrect or has already been used', code: 'used-code' }])
  if (isTotp && (await attempts.isReplayedCode(pendingChallenge.accountId, digits))) throw wrong
  const authAdapter = await context.authAdapter()
  // If the headers contained a session, better-auth would treat the code as the confirmation of a new authenticator.
  const headers = cookies.withoutSession(caller.headers)
  const answer = isTotp
    ? await authAdapter.verifyTotp(headers, { code: digits })
    : await authAdapter.verifyBackupCode(headers, { code })
  if (isRejection(answer)) {
    if (answer.code === 'ACCOUNT_TEMPORARILY_LOCKED') throw tooManyAttempts(15 * 60_000)
    throw answer.code === 'INVALID_CODE' || answer.code === 'INVALID_BACKUP_CODE' ? wrong : signInExpired()
  }
  await attempts.reset('secondFactor', pendingChallenge.accountId, caller.clientAddress)
  return finishSignIn(context, caller, answer)
}
