import type { acceptInvitation } from '../members/accept-invitation.ts'
import { invalid } from '../platform/problems.ts'
import { hashPassword } from './password.ts'
import { redeemPasswordReset } from './recovery/password-reset.ts'
import { type AccountInput, parseAccountInput } from './schema.ts'
import type { AccountContext, Caller, SignInResult } from './service.ts'
import { startSession } from './sessions/start.ts'
import { findMissingWorkspaceFields, redeemSetup } from './setup/setup.ts'

/** Links that are good once, each used up by a form that is sent, never by looking. */
export interface OneTimeLinks {
  /** Makes the first account and its workspace, and signs in. @throws 400, 429 */
  completeSetup(caller: Caller, input: AccountInput['setUp']): Promise<SignInResult & { workspaceId: string }>
  /** Joins a workspace, with the account that is signed in or a new one. @throws 400, 401 to sign in first, 429 */
  acceptInvitation(caller: Caller, input: AccountInput['acceptance']): Promise<SignInResult & { workspaceId: string }>
  /** Sets a new password by a link, and signs in; everybody else is signed out. @throws 400, 429 */
  resetPassword(caller: Caller, input: AccountInput['reset']): Promise<SignInResult>
}

export function createOneTimeLinks(desk: AccountContext, accept: typeof acceptInvitation): OneTimeLinks {
  const count = ({ clientAddress }: Caller, token: string) => desk.rateLimits.consume('link', token, clientAddress)

  return {
    async completeSetup(caller, given) {
      const input = parseAccountInput('setUp', given, await findMissingWorkspaceFields(desk.database, given))
      await count(caller, input.token)
      const passwordHash = await hashPassword(input.password)
      const { accountId, workspaceId } = await desk.write((tx) =>
        redeemSetup({ ...tx, agent: 'set-up link' }, input, passwordHash),
      )
      return { ...(await startSession(desk, caller, accountId)), workspaceId }
    },

    async acceptInvitation(caller, given) {
      const { token, name, password } = parseAccountInput('acceptance', given)
      await count(caller, token)
      const visitor = await desk.readCurrentUser(caller.headers)
      const passwordHash = password === undefined ? null : await hashPassword(password)
      const joined = await desk.write((tx) =>
        accept(tx, { token, name, passwordHash, accountId: visitor?.account.id ?? null }),
      )
      // Who is signed in stays so.
      const session = joined.isNew
        ? await startSession(desk, caller, joined.accountId)
        : { setCookies: [], needsTotp: false }
      return { ...session, workspaceId: joined.workspaceId }
    },

    async resetPassword(caller, given) {
      const { token, password } = parseAccountInput('reset', given)
      await count(caller, token)
      if (token === '') throw invalid([{ path: '/token', message: 'is required' }])
      const passwordHash = await hashPassword(password)
      const accountId = await desk.write((tx) => redeemPasswordReset(tx, token, passwordHash))
      return startSession(desk, caller, accountId)
    },
  }
}
