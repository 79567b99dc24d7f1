import { problem } from '../../platform/problems.ts'
import type { AccountContext, Caller, SignInResult } from '../accounts.ts'
import { type AuthResponse, isRejection } from '../better-auth/adapter.ts'

/** Starts a session after a code, link or invitation has authenticated the person. @throws 401 for a deleted account */
export async function startSession(context: AccountContext, caller: Caller, accountId: string): Promise<SignInResult> {
  const authAdapter = await context.authAdapter()
  const answer = await authAdapter.createSession(context.cookies.withoutSession(caller.headers), { accountId })
  if (isRejection(answer)) throw problem('unauthorized', 'This account no longer exists.')
  return finishSignIn(context, caller, answer)
}

/** Ends the browser's previous session, even before the second factor: its cookie is already replaced. */
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
