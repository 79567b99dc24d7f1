import { isUuid } from '../platform/ids.ts'
import { invalid, notFound, problem } from '../platform/problems.ts'
import { isRefusal } from './better-auth/adapter.ts'
import type { Caller, Desk, Done } from './service.ts'
import { type Input, read } from './schema.ts'
import { changePassword, hashPassword, isPassword, passwordOf, wrongCurrent } from './password.ts'
import { endSessions } from './accounts.ts'
import { listSessions, type ShownSession } from './sessions/list.ts'

/** What people do with their own account. All throw 401 for somebody who is not signed in. */
export interface OwnAccount {
  signOut(caller: Caller): Promise<Done>
  signOutEverywhere(caller: Caller): Promise<Done>
  sessions(caller: Caller): Promise<ShownSession[]>
  /** @throws 404 for one that is not theirs */
  endSession(caller: Caller, sessionId: string): Promise<Done>
  /** @throws 400 */
  changeName(caller: Caller, input: Input['nameChange']): Promise<Done>
  /** Ends all their other sessions. `currentPassword` is needed by those who have a password. @throws 400, 429 */
  changePassword(caller: Caller, input: Input['passwordChange']): Promise<Done>
  /** Whether they have a password, or only ever signed in by code. */
  hasPassword(caller: Caller): Promise<boolean>
  /** Begins a second step, which counts once `confirmTotp` had a code of it. @throws 400 `/password`, `` when it is on */
  beginTotp(caller: Caller, input: Input['confirmation']): Promise<TotpOffer>
  /** @throws 400 `/code`, 429 */
  confirmTotp(caller: Caller, input: Input['secondStep']): Promise<Done>
  /** @throws 400 `/password`, 429 */
  disableTotp(caller: Caller, input: Input['confirmation']): Promise<Done>
}

export interface TotpOffer extends Done {
  /** For a QR code: otpauth://totp/… */
  uri: string
  /** The same, to be typed. */
  secret: string
  /** Each good once, in place of a code. Shown this one time. */
  backupCodes: string[]
}

export function createOwnAccount(desk: Desk): OwnAccount {
  const { cookies, clock, database } = desk
  return {
    async signOut({ headers }) {
      const token = cookies.sessionToken(headers)
      if (token !== null) await database.db.deleteFrom('account_sessions').where('token', '=', token).execute()
      return { setCookies: cookies.cleared }
    },

    async signOutEverywhere(caller) {
      const { account } = await visitorOf(desk, caller)
      await desk.write((tx) => endSessions(tx.db, account.id))
      return { setCookies: cookies.cleared }
    },

    sessions: async (caller) => listSessions(database.db, await visitorOf(desk, caller), clock()),

    async endSession(caller, id) {
      const { account, sessionId } = await visitorOf(desk, caller)
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
      const { name } = read('nameChange', input)
      const { account } = await visitorOf(desk, caller)
      await database.db
        .updateTable('accounts')
        .set({ name, updated_at: clock() })
        .where('id', '=', account.id)
        .execute()
      return { setCookies: [] }
    },

    hasPassword: async (caller) => (await passwordOf(database.db, (await visitorOf(desk, caller)).account.id)) !== null,

    async changePassword(caller, input) {
      const { currentPassword, password } = read('passwordChange', input)
      const { account } = await visitorOf(desk, caller)
      await desk.attempts.count('confirm', account.id, caller.clientAddress)
      const from = await passwordOf(database.db, account.id)
      if (from !== null && !(await isPassword(currentPassword ?? '', from))) throw wrongCurrent()
      await desk.attempts.forgive('confirm', account.id, caller.clientAddress)
      const to = await hashPassword(password)
      const token = cookies.sessionToken(caller.headers)!
      await desk.write((tx) => changePassword(tx, { accountId: account.id, token, from, to }))
      return { setCookies: [] }
    },

    beginTotp: (caller, input) => beginTotp(desk, caller, read('confirmation', input)),
    confirmTotp: (caller, input) => confirmTotp(desk, caller, read('secondStep', input)),
    disableTotp: (caller, input) => disableTotp(desk, caller, read('confirmation', input)),
  }
}

/** @throws 401 */
async function visitorOf(desk: Desk, { headers }: Caller) {
  const visitor = await desk.visitorOf(headers)
  if (visitor === null) throw problem('unauthorized', 'Sign in first.')
  return visitor
}

async function beginTotp(desk: Desk, caller: Caller, input: Input['confirmation']): Promise<TotpOffer> {
  const { account } = await visitorOf(desk, caller)
  await desk.attempts.count('confirm', account.id, caller.clientAddress)
  const answer = await (await desk.engine()).beginTotp(caller.headers, input)
  if (isRefusal(answer)) throw refusalOf(answer.refused)
  const { totpURI: uri, backupCodes } = answer.body
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return { setCookies: answer.setCookies, uri, secret, backupCodes }
}

async function confirmTotp(desk: Desk, caller: Caller, { code }: Input['secondStep']): Promise<Done> {
  const { account } = await visitorOf(desk, caller)
  await desk.attempts.count('confirm', account.id, caller.clientAddress)
  const answer = await (await desk.engine()).verifyTotp(caller.headers, { code: code.replaceAll(/\s/g, '') })
  if (isRefusal(answer)) throw refusalOf(answer.refused)
  await desk.attempts.forgive('confirm', account.id, caller.clientAddress)
  return { setCookies: answer.setCookies }
}

async function disableTotp(desk: Desk, caller: Caller, input: Input['confirmation']): Promise<Done> {
  const { account } = await visitorOf(desk, caller)
  await desk.attempts.count('confirm', account.id, caller.clientAddress)
  const answer = await (await desk.engine()).disableTotp(caller.headers, input)
  if (isRefusal(answer)) throw refusalOf(answer.refused)
  await desk.attempts.forgive('confirm', account.id, caller.clientAddress)
  return { setCookies: answer.setCookies }
}

function refusalOf(refused: string) {
  if (refused === 'INVALID_PASSWORD') return wrongConfirmation()
  if (refused === 'INVALID_CODE') return invalid([{ path: '/code', message: 'is not right' }])
  if (refused === 'TOTP_ALREADY_ENABLED') return invalid([{ path: '', message: 'has a second step already' }])
  if (refused === 'TOTP_NOT_ENABLED') return invalid([{ path: '', message: 'has no second step that was begun' }])
  return problem('unauthorized', 'Sign in again.')
}

const wrongConfirmation = () => invalid([{ path: '/password', message: 'is not your password' }])
