import { isUuid } from '../platform/ids.ts'
import { invalid, invalidState, notFound, problem } from '../platform/problems.ts'
import type { AccountContext, Caller, CookieResult } from './accounts.ts'
import { isRejection } from './better-auth/adapter.ts'
import { changePassword, currentPasswordError, getPasswordHash, hashPassword, verifyPassword } from './password.ts'
import { type AccountInput, parseAccountInput } from './schema.ts'
import { type ActiveSession, listSessions } from './sessions/list.ts'
import { revokeAccountSessions } from './store.ts'

/** Operations of signed-in users on their own account. All throw 401 for signed-out callers. */
export interface AccountSettings {
  signOut(caller: Caller): Promise<CookieResult>
  signOutEverywhere(caller: Caller): Promise<CookieResult>
  listSessions(caller: Caller): Promise<ActiveSession[]>
  /** Ends one of the user's own sessions. @throws 404 for any other session */
  revokeSession(caller: Caller, sessionId: string): Promise<CookieResult>
  /** @throws 400 */
  changeName(caller: Caller, input: AccountInput['nameChange']): Promise<CookieResult>
  /** Ends the user's other sessions. `currentPassword` is required if the account has a password. @throws 400, 429 */
  changePassword(caller: Caller, input: AccountInput['passwordChange']): Promise<CookieResult>
  /** Returns whether the user has a password; without one, they sign in by email code. */
  hasPassword(caller: Caller): Promise<boolean>
  /** Starts two-factor setup, which `confirmTotp` completes. @throws 400 `/password`, or `` if it is already on */
  enrollTotp(caller: Caller, input: AccountInput['confirmation']): Promise<TotpEnrollment>
  /** @throws 400 `/code`, 429 */
  confirmTotp(caller: Caller, input: AccountInput['secondFactor']): Promise<CookieResult>
  /** @throws 400 `/password`, 429 */
  disableTotp(caller: Caller, input: AccountInput['confirmation']): Promise<CookieResult>
}

export interface TotpEnrollment extends CookieResult {
  /** The content of the QR code: otpauth://totp/… */
  uri: string
  /** The same secret, for typing into an authenticator app. */
  secret: string
  /** Each replaces one TOTP code. Shown only once. */
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

/** Returns the current user. @throws 401 for signed-out callers */
async function requireCurrentUser(context: AccountContext, { headers }: Caller) {
  const currentUser = await context.readCurrentUser(headers)
  if (currentUser === null) throw problem('unauthorized', 'Sign in first.')
  return currentUser
}

async function enrollTotp(
  context: AccountContext,
  caller: Caller,
  input: AccountInput['confirmation'],
): Promise<TotpEnrollment> {
  const { account } = await requireCurrentUser(context, caller)
  await context.rateLimits.consume('confirm', account.id, caller.clientAddress)
  const response = await (await context.authAdapter()).enrollTotp(caller.headers, input)
  if (isRejection(response)) throw toProblem(response.code)
  const { totpURI: uri, backupCodes } = response.body
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return { setCookies: response.setCookies, uri, secret, backupCodes }
}

async function confirmTotp(
  context: AccountContext,
  caller: Caller,
  { code }: AccountInput['secondFactor'],
): Promise<CookieResult> {
  const { account } = await requireCurrentUser(context, caller)
  await context.rateLimits.consume('confirm', account.id, caller.clientAddress)
  const response = await (await context.authAdapter()).verifyTotp(caller.headers, { code: code.replaceAll(/\s/g, '') })
  if (isRejection(response)) throw toProblem(response.code)
  await context.rateLimits.reset('confirm', account.id, caller.clientAddress)
  return { setCookies: response.setCookies }
}

async function disableTotp(
  context: AccountContext,
  caller: Caller,
  input: AccountInput['confirmation'],
): Promise<CookieResult> {
  const { account } = await requireCurrentUser(context, caller)
  await context.rateLimits.consume('confirm', account.id, caller.clientAddress)
  const response = await (await context.authAdapter()).disableTotp(caller.headers, input)
  if (isRejection(response)) throw toProblem(response.code)
  await context.rateLimits.reset('confirm', account.id, caller.clientAddress)
  return { setCookies: response.setCookies }
}

function toProblem(code: string) {
  if (code === 'INVALID_PASSWORD') return confirmationPasswordError()
  if (code === 'INVALID_CODE') return invalid([{ path: '/code', message: 'is incorrect', code: 'incorrect' }])
  if (code === 'TOTP_ALREADY_ENABLED') return invalidState('Two-factor authentication is already on.')
  if (code === 'TOTP_NOT_ENABLED') return invalidState('No two-factor setup is in progress. Start over.')
  return problem('unauthorized', 'Sign in again.')
}

const confirmationPasswordError = () => invalid([{ path: '/password', message: 'is incorrect', code: 'incorrect' }])
