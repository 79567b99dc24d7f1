import { isUuid } from '../platform/ids.ts'
import { invalid, notFound, problem } from '../platform/problems.ts'
import { revokeAccountSessions } from './accounts.ts'
import { isRejection } from './better-auth/adapter.ts'
import { changePassword, currentPasswordError, getPasswordHash, hashPassword, verifyPassword } from './password.ts'
import { type AccountInput, parseAccountInput } from './schema.ts'
import type { AccountContext, Caller, CookieResult } from './service.ts'
import { type ActiveSession, listSessions } from './sessions/list.ts'

/** What people do with their own account. All throw 401 for somebody who is not signed in. */
export interface AccountSettings {
  signOut(caller: Caller): Promise<CookieResult>
  signOutEverywhere(caller: Caller): Promise<CookieResult>
  listSessions(caller: Caller): Promise<ActiveSession[]>
  /** @throws 404 for one that is not theirs */
  revokeSession(caller: Caller, sessionId: string): Promise<CookieResult>
  /** @throws 400 */
  changeName(caller: Caller, input: AccountInput['nameChange']): Promise<CookieResult>
  /** Ends all their other sessions. `currentPassword` is needed by those who have a password. @throws 400, 429 */
  changePassword(caller: Caller, input: AccountInput['passwordChange']): Promise<CookieResult>
  /** Whether they have a password, or only ever signed in by code. */
  hasPassword(caller: Caller): Promise<boolean>
  /** Begins a second step, which counts once `confirmTotp` had a code of it. @throws 400 `/password`, `` when it is on */
  enrollTotp(caller: Caller, input: AccountInput['confirmation']): Promise<TotpEnrollment>
  /** @throws 400 `/code`, 429 */
  confirmTotp(caller: Caller, input: AccountInput['secondFactor']): Promise<CookieResult>
  /** @throws 400 `/password`, 429 */
  disableTotp(caller: Caller, input: AccountInput['confirmation']): Promise<CookieResult>
}

export interface TotpEnrollment extends CookieResult {
  /** For a QR code: otpauth://totp/… */
  uri: string
  /** The same, to be typed. */
  secret: string
  /** Each good once, in place of a code. Shown this one time. */
  backupCodes: string[]
}

export function createAccountSettings(context: AccountContext): AccountSettings {
  const { cookies, clock, database } = context
  return {
    async signOut({ headers }) {
      const token = cookies.sessionToken(headers)
      if (token !== null) await database.db.deleteFrom('account_sessions').where('token', '=', token).execute()
      return { setCookies: cookies.cleared }
    },

    async signOutEverywhere(caller) {
      const { account } = await requireCurrentUser(context, caller)
      await context.write((tx) => revokeAccountSessions(tx.db, account.id))
      return { setCookies: cookies.cleared }
    },

    listSessions: async (caller) => listSessions(database.db, await requireCurrentUser(context, caller), clock()),

    async revokeSession(caller, id) {
      const { account, sessionId } = await requireCurrentUser(context, caller)
      const ended = isUuid(id)
        ? await database.db
            .deleteFrom('account_sessions')
            .where('id', '=', id)
            .where('account_id', '=', account.id)
            .returning('id')
            .executeTakeFirst()
        : undefined
      if (!ended) throw notFound()
      return { setCookies: id === sessionId ? cookies.cleared : [] }
    },

    async changeName(caller, input) {
      const { name } = parseAccountInput('nameChange', input)
      const { account } = await requireCurrentUser(context, caller)
      await database.db
        .updateTable('accounts')
        .set({ name, updated_at: clock() })
        .where('id', '=', account.id)
        .execute()
      return { setCookies: [] }
    },

    hasPassword: async (caller) =>
      (await getPasswordHash(database.db, (await requireCurrentUser(context, caller)).account.id)) !== null,

    async changePassword(caller, input) {
      const { currentPassword, password } = parseAccountInput('passwordChange', input)
      const { account } = await requireCurrentUser(context, caller)
      await context.rateLimits.consume('confirm', account.id, caller.clientAddress)
      const from = await getPasswordHash(database.db, account.id)
      if (from !== null && !(await verifyPassword(currentPassword ?? '', from))) throw currentPasswordError()
      await context.rateLimits.reset('confirm', account.id, caller.clientAddress)
      const to = await hashPassword(password)
      const token = cookies.sessionToken(caller.headers)!
      await context.write((tx) => changePassword(tx, { accountId: account.id, token, from, to }))
      return { setCookies: [] }
    },

    enrollTotp: (caller, input) => enrollTotp(context, caller, parseAccountInput('confirmation', input)),
    confirmTotp: (caller, input) => confirmTotp(context, caller, parseAccountInput('secondFactor', input)),
    disableTotp: (caller, input) => disableTotp(context, caller, parseAccountInput('confirmation', input)),
  }
}

/** @throws 401 */
async function requireCurrentUser(context: AccountContext, { headers }: Caller) {
  const visitor = await context.readCurrentUser(headers)
  if (visitor === null) throw problem('unauthorized', 'Sign in first.')
  return visitor
}

async function enrollTotp(
  context: AccountContext,
  caller: Caller,
  input: AccountInput['confirmation'],
): Promise<TotpEnrollment> {
  const { account } = await requireCurrentUser(context, caller)
  await context.rateLimits.consume('confirm', account.id, caller.clientAddress)
  const answer = await (await context.authAdapter()).enrollTotp(caller.headers, input)
  if (isRejection(answer)) throw toProblem(answer.refused)
  const { totpURI: uri, backupCodes } = answer.body
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return { setCookies: answer.setCookies, uri, secret, backupCodes }
}

async function confirmTotp(
  context: AccountContext,
  caller: Caller,
  { code }: AccountInput['secondFactor'],
): Promise<CookieResult> {
  const { account } = await requireCurrentUser(context, caller)
  await context.rateLimits.consume('confirm', account.id, caller.clientAddress)
  const answer = await (await context.authAdapter()).verifyTotp(caller.headers, { code: code.replaceAll(/\s/g, '') })
  if (isRejection(answer)) throw toProblem(answer.refused)
  await context.rateLimits.reset('confirm', account.id, caller.clientAddress)
  return { setCookies: answer.setCookies }
}

async function disableTotp(
  context: AccountContext,
  caller: Caller,
  input: AccountInput['confirmation'],
): Promise<CookieResult> {
  const { account } = await requireCurrentUser(context, caller)
  await context.rateLimits.consume('confirm', account.id, caller.clientAddress)
  const answer = await (await context.authAdapter()).disableTotp(caller.headers, input)
  if (isRejection(answer)) throw toProblem(answer.refused)
  await context.rateLimits.reset('confirm', account.id, caller.clientAddress)
  return { setCookies: answer.setCookies }
}

function toProblem(refused: string) {
  if (refused === 'INVALID_PASSWORD') return confirmationPasswordError()
  if (refused === 'INVALID_CODE') return invalid([{ path: '/code', message: 'is not right' }])
  if (refused === 'TOTP_ALREADY_ENABLED') return invalid([{ path: '', message: 'has a second step already' }])
  if (refused === 'TOTP_NOT_ENABLED') return invalid([{ path: '', message: 'has no second step that was begun' }])
  return problem('unauthorized', 'Sign in again.')
}

const confirmationPasswordError = () => invalid([{ path: '/password', message: 'is not your password' }])
