import type { acceptInvitation } from '../members/accept-invitation.ts'
import { invalid } from '../platform/problems.ts'
import type { Caller, Desk, SignedIn } from './service.ts'
import { type Input, read } from './schema.ts'
import { openSession } from './sessions/start.ts'
import { hashPassword } from './password.ts'
import { redeemReset } from './recovery/password-reset.ts'
import { missingForOwn, redeemSetup } from './setup/setup.ts'

/** Links that are good once, each used up by a form that is sent, never by looking. */
export interface Redeeming {
  /** Makes the first account and its workspace, and signs in. @throws 400, 429 */
  setUp(caller: Caller, input: Input['setUp']): Promise<SignedIn & { workspaceId: string }>
  /** Joins a workspace, with the account that is signed in or a new one. @throws 400, 401 to sign in first, 429 */
  acceptInvitation(caller: Caller, input: Input['acceptance']): Promise<SignedIn & { workspaceId: string }>
  /** Sets a new password by a link, and signs in; everybody else is signed out. @throws 400, 429 */
  resetPassword(caller: Caller, input: Input['reset']): Promise<SignedIn>
}

export function createRedeeming(desk: Desk, accept: typeof acceptInvitation): Redeeming {
  const count = ({ clientAddress }: Caller, token: string) => desk.attempts.count('link', token, clientAddress)

  return {
    async setUp(caller, given) {
      const input = read('setUp', given, await missingForOwn(desk.database, given))
      await count(caller, input.token)
      const passwordHash = await hashPassword(input.password)
      const { accountId, workspaceId } = await desk.write((tx) =>
        redeemSetup({ ...tx, agent: 'set-up link' }, input, passwordHash),
      )
      return { ...(await openSession(desk, caller, accountId)), workspaceId }
    },

    async acceptInvitation(caller, given) {
      const { token, name, password } = read('acceptance', given)
      await count(caller, token)
      const visitor = await desk.visitorOf(caller.headers)
      const passwordHash = password === undefined ? null : await hashPassword(password)
      const joined = await desk.write((tx) =>
        accept(tx, { token, name, passwordHash, accountId: visitor?.account.id ?? null }),
      )
      // Who is signed in stays so.
      const session = joined.isNew
        ? await openSession(desk, caller, joined.accountId)
        : { setCookies: [], needsTotp: false }
      return { ...session, workspaceId: joined.workspaceId }
    },

    async resetPassword(caller, given) {
      const { token, password } = read('reset', given)
      await count(caller, token)
      if (token === '') throw invalid([{ path: '/token', message: 'is required' }])
      const passwordHash = await hashPassword(password)
      const accountId = await desk.write((tx) => redeemReset(tx, token, passwordHash))
      return openSession(desk, caller, accountId)
    },
  }
}
