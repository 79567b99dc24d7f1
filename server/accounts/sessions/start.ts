import { problem } from '../../platform/problems.ts'
import { type Answer, isRefusal } from '../better-auth/adapter.ts'
import type { Caller, Desk, SignedIn } from '../service.ts'

/** Signs in somebody who was proven by a code, a link or an invitation. @throws 401 when the account is gone */
export async function openSession(desk: Desk, caller: Caller, accountId: string): Promise<SignedIn> {
  const engine = await desk.engine()
  const answer = await engine.signInProven(desk.cookies.withoutSession(caller.headers), { accountId })
  if (isRefusal(answer)) throw problem('unauthorized', 'This account is no longer there.')
  return startedBy(desk, caller, answer)
}

/** The session that this browser had before ends, also when a second step is still to come: its cookie is gone. */
export async function startedBy({ cookies, database, clock }: Desk, caller: Caller, answer: Answer): Promise<SignedIn> {
  const needsTotp = answer.body?.twoFactorRedirect === true
  const token = cookies.sessionToken(caller.headers)
  if (token !== null) {
    await database.db.deleteFrom('account_sessions').where('token', '=', token).execute()
  }
  const accountId = answer.body?.user?.id ?? answer.body?.accountId
  if (!needsTotp && accountId !== undefined) {
    await database.db.updateTable('accounts').set({ seen_at: clock() }).where('id', '=', accountId).execute()
  }
  return { setCookies: answer.setCookies, needsTotp }
}
