import { sql } from 'kysely'
import { tooManyAttempts } from '../../platform/http/rate-limits/attempt-limiter.ts'
import { invalid, problem } from '../../platform/problems.ts'
import { isRejection } from '../better-auth/adapter.ts'
import { accountMailVaultContext, enqueueAccountMail } from '../queues.ts'
import { type AccountInput, parseAccountInput } from '../schema.ts'
import type { AccountContext, Caller, CookieResult, SignInResult } from '../service.ts'
import { finishSignIn, startSession } from '../sessions/start.ts'
import { checkAccountCode, redeemAccountCode } from './email-code.ts'

export interface SignIn {
  /** @throws 400 `/password`, in the same words for a wrong password and an unknown address; 429 */
  signInWithPassword(caller: Caller, input: AccountInput['passwordSignIn']): Promise<SignInResult>
  /** Has a code mailed, if the address is somebody's; says the same in either case. @throws 400, 429 */
  requestCode(caller: Caller, input: AccountInput['address']): Promise<CookieResult>
  /** @throws 400 `/code`, 429 */
  signInWithCode(caller: Caller, input: AccountInput['codeSignIn']): Promise<SignInResult>
  /** The second step: the code of an authenticator, or a backup code. @throws 400 `/code`, 401 to begin anew, 429 */
  verifySecondFactor(caller: Caller, input: AccountInput['secondFactor']): Promise<SignInResult>
  /** Has a link mailed, if the address is somebody's; says the same in either case. @throws 400, 429 */
  requestPasswordReset(caller: Caller, input: AccountInput['address']): Promise<CookieResult>
}

const wrongPassword = () => invalid([{ path: '/password', message: 'address or password is wrong' }])

export function createSignIn(context: AccountContext): SignIn {
  const { rateLimits: attempts } = context

  const requestMail = async (kind: 'code' | 'reset', { clientAddress }: Caller, input: AccountInput['address']) => {
    const { email } = parseAccountInput('address', input)
    await attempts.consume(kind === 'code' ? 'codeMail' : 'resetMail', email, clientAddress)
    const sealed = context.vault.seal(email, accountMailVaultContext).toString('base64')
    await context.write((tx) => enqueueAccountMail(tx.enqueue, { kind, encryptedEmail: sealed, requestedAt: tx.now }))
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
  const engine = await context.authAdapter()
  const answer = await engine.signInWithPassword(headers, { email: email.toLowerCase(), password })
  if (isRejection(answer) || before === null) throw wrongPassword()
  // Of a password that was changed while it was checked nothing may stay open: the change ended what was open before.
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

const signInExpired = () =>
  problem('unauthorized', 'This sign-in has taken too long, or had too many tries. Begin again.')

async function verifySecondFactor(
  context: AccountContext,
  caller: Caller,
  { code }: AccountInput['secondFactor'],
): Promise<SignInResult> {
  const { cookies, rateLimits: attempts } = context
  const challenge = cookies.challenge(caller.headers)
  if (challenge === null) throw signInExpired()
  const awaited = await context.database.db
    .selectFrom('account_challenges')
    .select('value as accountId')
    .where('identifier', '=', challenge)
    .where('expires_at', '>', context.clock())
    .executeTakeFirst()
  if (!awaited) throw signInExpired()
  await attempts.consume('secondFactor', awaited.accountId, caller.clientAddress)
  const digits = code.replaceAll(/\s/g, '')
  const isTotp = /^\d{6}$/.test(digits)
  const wrong = invalid([{ path: '/code', message: 'is incorrect or has already been used' }])
  if (isTotp && (await attempts.isReplayedCode(awaited.accountId, digits))) throw wrong
  const engine = await context.authAdapter()
  // With a session in them, better-auth would take the code for one that confirms an authenticator.
  const headers = cookies.withoutSession(caller.headers)
  const answer = isTotp
    ? await engine.verifyTotp(headers, { code: digits })
    : await engine.verifyBackupCode(headers, { code })
  if (isRejection(answer)) {
    if (answer.code === 'ACCOUNT_TEMPORARILY_LOCKED') throw tooManyAttempts(15 * 60_000)
    throw answer.code === 'INVALID_CODE' || answer.code === 'INVALID_BACKUP_CODE' ? wrong : signInExpired()
  }
  await attempts.reset('secondFactor', awaited.accountId, caller.clientAddress)
  return finishSignIn(context, caller, answer)
}
