import { invalid } from '../platform/problems.ts'
import type { AccountContext, Caller, SignInResult } from './accounts.ts'
import { acceptInvitation } from './invitations/accept.ts'
import { hashPassword } from './password.ts'
import { redeemPasswordReset } from './recovery/password-reset.ts'
import { type AccountInput, parseAccountInput } from './schema.ts'
import { startSession } from './sessions/start.ts'
import { findMissingWorkspaceFields, redeemSetup } from './setup/setup.ts'

/** One-time links. Submitting the form uses a link up; opening it does not. */
export interface OneTimeLinks {
  /** Creates the first account and its workspace, and signs in. @throws 400, 429 */
  completeSetup(caller: Caller, input: AccountInput['setup']): Promise<SignInResult & { workspaceId: string }>
  /** Joins a workspace with the account that is signed in, or a new one. @throws 400, 401 to sign in first, 429 */
  acceptInvitation(
    caller: Caller,
    input: AccountInput['invitationAcceptance'],
  ): Promise<SignInResult & { workspaceId: string }>
  /** Sets a new password, signs in and revokes all other sessions. @throws 400, 429 */
  resetPassword(caller: Caller, input: AccountInput['reset']): Promise<SignInResult>
}

export function createOneTimeLinks(context: AccountContext): OneTimeLinks {
  const consumeAttempt = ({ clientAddress }: Caller, token: string) =>
    context.rateLimits.consume('link', token, clientAddress)

  return {
    async completeSetup(caller, rawInput) {
      const input = parseAccountInput('setup', rawInput, await findMissingWorkspaceFields(context.database, rawInput))
      await consumeAttempt(caller, input.token)
      const passwordHash = await hashPassword(input.password)
      const { accountId, workspaceId } = await context.write((tx) =>
        redeemSetup({ ...tx, agent: 'setup link' }, input, passwordHash),
      )
      return { ...(await startSession(context, caller, accountId)), workspaceId }
    },

    async acceptInvitation(caller, input) {
      const { token, name, password } = parseAccountInput('invitationAcceptance', input)
      await consumeAttempt(caller, token)
      const user = await context.readCurrentUser(caller.headers)
      const passwordHash = password === undefined ? null : await hashPassword(password)
      const joined = await context.write((tx) =>
        acceptInvitation(tx, { token, name, passwordHash, accountId: user?.account.id ?? null }),
      )
      // A signed-in user keeps their session.
      const session = joined.isNew
        ? await startSession(context, caller, joined.accountId)
        : { setCookies: [], needsTotp: false }
      return { ...session, workspaceId: joined.workspaceId }
    },

    async resetPassword(caller, input) {
      const { token, password } = parseAccountInput('reset', input)
      await consumeAttempt(caller, token)
      if (token === '') throw invalid([{ path: '/token', message: 'is required', code: 'required' }])
      const passwordHash = await hashPassword(password)
      const accountId = await context.write((tx) => redeemPasswordReset(tx, token, passwordHash))
      return startSession(context, caller, accountId)
    },
  }
}
