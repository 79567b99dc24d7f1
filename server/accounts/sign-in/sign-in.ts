import { sql } from 'kysely'
import { tooMany } from '../../platform/http/rate-limits/attempt-limiter.ts'
import { invalid, problem } from '../../platform/problems.ts'
import { redeemCode, tryCode } from './email-code.ts'
import { isRefusal } from '../better-auth/adapter.ts'
import type { Caller, Desk, Done, SignedIn } from '../service.ts'
import { type Input, read } from '../schema.ts'
import { openSession, startedBy } from '../sessions/start.ts'
import { enqueueAccountMail, mailPlace } from '../queues.ts'

export interface SigningIn {
  /** @throws 400 `/password`, in the same words for a wrong password and an unknown address; 429 */
  signInWithPassword(caller: Caller, input: Input['passwordSignIn']): Promise<SignedIn>
  /** Has a code mailed, if the address is somebody's; says the same in either case. @throws 400, 429 */
  requestCode(caller: Caller, input: Input['address']): Promise<Done>
  /** @throws 400 `/code`, 429 */
  signInWithCode(caller: Caller, input: Input['codeSignIn']): Promise<SignedIn>
  /** The second step: the code of an authenticator, or a backup code. @throws 400 `/code`, 401 to begin anew, 429 */
  answerTotp(caller: Caller, input: Input['secondStep']): Promise<SignedIn>
  /** Has a link mailed, if the address is somebody's; says the same in either case. @throws 400, 429 */
  requestPasswordReset(caller: Caller, input: Input['address']): Promise<Done>
}

const wrongPassword = () => invalid([{ path: '/password', message: 'address or password is wrong' }])

export function createSigningIn(desk: Desk): SigningIn {
  const { attempts } = desk

  const requestMail = async (kind: 'code' | 'reset', { clientAddress }: Caller, input: Input['address']) => {
    const { email } = read('address', input)
    await attempts.count(kind === 'code' ? 'codeMail' : 'resetMail', email, clientAddress)
    const sealed = desk.vault.seal(email, mailPlace).toString('base64')
    await desk.write((tx) => enqueueAccountMail(tx.enqueue, { kind, sealed, askedAt: tx.now }))
    return { setCookies: [] }
  }

  return {
    requestCode: (caller, input) => requestMail('code', caller, input),
    requestPasswordReset: (caller, input) => requestMail('reset', caller, input),
    signInWithPassword: (caller, input) => signInWithPassword(desk, caller, read('passwordSignIn', input)),
    answerTotp: (caller, input) => answerTotp(desk, caller, read('secondStep', input)),

    async signInWithCode(caller, input) {
      const { email, code } = read('codeSignIn', input)
      await attempts.count('code', email, caller.clientAddress)
      const hash = await tryCode(desk.database.db, desk.codeKey, email, code, desk.clock())
      const accountId = await desk.write((tx) => redeemCode(tx, email, hash))
      await attempts.forgive('code', email, caller.clientAddress)
      return openSession(desk, caller, accountId)
    },
  }
}

async function signInWithPassword(
  desk: Desk,
  caller: Caller,
  { email, password }: Input['passwordSignIn'],
): Promise<SignedIn> {
  await desk.attempts.count('password', email, caller.clientAddress)
  const before = await credentialOf(desk, email)
  const headers = desk.cookies.withoutSession(caller.headers)
  const engine = await desk.engine()
  const answer = await engine.signInWithPassword(headers, { email: email.toLowerCase(), password })
  if (isRefusal(answer) || before === null) throw wrongPassword()
  // Of a password that was changed while it was checked nothing may stay open: the change ended what was open before.
  const after = await credentialOf(desk, email)
  if (after?.password !== before.password) {
    await desk.database.db
      .deleteFrom('account_sessions')
      .where('token', '=', String(answer.body.token ?? ''))
      .execute()
    await desk.database.db.deleteFrom('account_challenges').where('value', '=', before.accountId).execute()
    throw wrongPassword()
  }
  await desk.attempts.forgive('password', email, caller.clientAddress)
  return startedBy(desk, caller, answer)
}

async function credentialOf({ database }: Desk, email: string) {
  const row = await database.db
    .selectFrom('account_credentials')
    .innerJoin('accounts', 'accounts.id', 'account_credentials.account_id')
    .select(['accounts.id as accountId', 'account_credentials.password'])
    .where(sql`lower(accounts.email)`, '=', sql`lower(${email})`)
    .where('account_credentials.provider', '=', 'credential')
    .executeTakeFirst()
  return row ?? null
}

const expired = () => problem('unauthorized', 'This sign-in has taken too long, or had too many tries. Begin again.')

async function answerTotp(desk: Desk, caller: Caller, { code }: Input['secondStep']): Promise<SignedIn> {
  const { cookies, attempts } = desk
  const challenge = cookies.challenge(caller.headers)
  if (challenge === null) throw expired()
  const awaited = await desk.database.db
    .selectFrom('account_challenges')
    .select('value as accountId')
    .where('identifier', '=', challenge)
    .where('expires_at', '>', desk.clock())
    .executeTakeFirst()
  if (!awaited) throw expired()
  await attempts.count('secondStep', awaited.accountId, caller.clientAddress)
  const digits = code.replaceAll(/\s/g, '')
  const isTotp = /^\d{6}$/.test(digits)
  const wrong = invalid([{ path: '/code', message: 'is not right, or was used before' }])
  if (isTotp && (await attempts.wasUsed(awaited.accountId, digits))) throw wrong
  const engine = await desk.engine()
  // With a session in them, better-auth would take the code for one that confirms an authenticator.
  const headers = cookies.withoutSession(caller.headers)
  const answer = isTotp
    ? await engine.verifyTotp(headers, { code: digits })
    : await engine.verifyBackupCode(headers, { code })
  if (isRefusal(answer)) {
    if (answer.refused === 'ACCOUNT_TEMPORARILY_LOCKED') throw tooMany(15 * 60_000)
    throw answer.refused === 'INVALID_CODE' || answer.refused === 'INVALID_BACKUP_CODE' ? wrong : expired()
  }
  await attempts.forgive('secondStep', awaited.accountId, caller.clientAddress)
  return startedBy(desk, caller, answer)
}
