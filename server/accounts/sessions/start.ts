import { problem } from '../../platform/problems.ts'
import { type AuthResponse, isRejection } from '../better-auth/adapter.ts'
import type { AccountContext, Caller, SignInResult } from '../service.ts'

/** Signs in somebody who was proven by a code, a link or an invitation. @throws 401 when the account is gone */
export async function startSession(context: AccountContext, caller: Caller, accountId: string): Promise<SignInResult> {
  const engine = await context.authAdapter()
  const answer = await engine.createSession(context.cookies.withoutSession(caller.headers), { accountId })
  if (isRejection(answer)) throw problem('unauthorized', 'This account is no longer there.')
  return finishSignIn(context, caller, answer)
}

/** The session that this browser had before ends, also when a second step is still to come: its cookie is gone. */
export async function finishSignIn(
  { cookies, database, clock }: AccountContext,
  caller: Caller,
  answer: AuthResponse,
): Promise<SignInResult> {
  const needsTotp = answer.body?.twoFactorRedirect === true
  const token = cookies.sessionToken(caller.headers)
  if (token !== null) {
    await database.db.deleteFrom('account_sessions').where('token', '=', token).execute()
  }
  const accountId = answer.body?.user?.id ?? answer.body?.accountId
  if (!needsTotp && accountId !== undefined) {
    await database.db.updateTable('accounts').set({ last_seen_at: clock() }).where('id', '=', accountId).execute()
  }
  return { setCookies: answer.setCookies, needsTotp }
}
